create table t(id integer primary key, name text, value integer);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
  insert into t(name, value) select 'row ' || (i * 7919 % 3000), i * i % 1009 from n;
create index by_name on t(name);
select count(*), sum(value), min(name), max(name) from t;
select value % 10 as digit, count(*) from t group by digit order by digit;
select a.name from t a join t b on a.value = b.id where b.value < 5 order by a.name limit 10;
update t set value = value + 1 where id % 3 = 0;
delete from t where name like '%99%';
select count(*), total(value) from t;
