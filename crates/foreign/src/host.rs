//! External code from the engine's side.
//!
//! What is written to memory lies in a file that is mapped where calls are made. A helper is started when the first
//! question comes up, and again after it ended.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    ops::Range,
    os::{
        fd::AsRawFd,
        unix::{
            fs::{FileExt, MetadataExt},
            net::UnixStream,
            process::{CommandExt, ExitStatusExt},
        },
    },
    process::{Child, Command, ExitStatus},
    sync::atomic::Ordering,
    thread,
    time::Duration,
};

use vellum_collections::cast::{index, index64};

use crate::{
    Answer, Beyond, Call, Config, Error, Failure, HELPER, Place, Region, Use,
    local::Local,
    native::{self, Symbol},
    pages::Pages,
    protocol::{Reply, Request, write_frame},
};

/// How long is waited before somebody looks whether to go on waiting.
const TICK: Duration = Duration::from_millis(20);

/// How often is looked whether a helper that is about to end has done so, and how long is waited between two looks: a
/// second in all.
const LOOKS: u32 = 500;
const PAUSE: Duration = Duration::from_millis(2);

/// Bytes of a page, and of what files are counted in.
const PAGE: u64 = 4096;
const BLOCK: u64 = 512;

/// Bytes of external code's own memory that are read at once at most.
const LONGEST: u64 = 1 << 20;

/// Where external code's memory is if there is no telling.
const EVERYWHERE: Range<u64> = 0..u64::MAX;

/// Addresses that no memory of external code has: null and what is near it.
const NULL: u64 = 1 << 16;

/// External code.
#[derive(Debug)]
pub struct Host {
    config: Config,
    memory: Option<File>,
    regions: Vec<Region>,
    /// The helper, or the libraries in this process, once there was a question.
    code: Option<Code>,
    /// How many times there was none yet.
    lives: u64,
    pages: Pages,
    /// Pages of regions that are only read, which stay.
    constant_pages: u64,
}

#[derive(Debug)]
enum Code {
    Local(Local),
    Helper(Helper),
}

impl Host {
    /// External code that nobody asked for yet.
    pub fn new(config: Config) -> Self {
        Self {
            config,
            memory: None,
            regions: Vec::new(),
            code: None,
            lives: 0,
            pages: Pages::default(),
            constant_pages: 0,
        }
    }

    /// Where calls are made.
    pub fn place(&self) -> Place {
        self.config.place
    }

    /// How long a call may take.
    pub fn timeout(&self) -> Duration {
        self.config.timeout
    }

    /// Which helper answers now, counted from 1; 0 before the first. Memory of an earlier one is gone.
    pub fn life(&self) -> u64 {
        self.lives
    }

    /// Loads the libraries.
    pub fn load(&mut self) -> Result<(), Error> {
        if self.code.is_some() {
            return Ok(());
        }
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => native::memory_file().map_err(Error::Helper)?,
        };
        let made = match self.config.place {
            Place::InProcess => Local::load(&self.config.libraries).map(Code::Local).map_err(Error::Library),
            Place::Helper => Helper::start(&self.config, &memory).map(Code::Helper),
        };
        self.memory = Some(memory);
        self.code = Some(made?);
        self.lives += 1;
        self.map_all(&self.regions.clone()).map_err(Error::Ended)
    }

    /// Where the function or variable of that name is, if there is one.
    pub fn find(&mut self, name: &str) -> Result<Option<u64>, Error> {
        self.load()?;
        match self.code.as_mut().expect("it was just loaded") {
            Code::Local(local) => Ok(local.find(name).map(Symbol::address)),
            Code::Helper(_) => {
                let reply = self.ask(&Request::Find(name.to_owned())).map_err(Error::Ended)?;
                Ok(if let Reply::Found(address) = reply { Some(address) } else { None })
            }
        }
    }

    /// Says where objects are. Each call sees what was written there.
    pub fn map(&mut self, regions: &[Region]) -> Result<(), Failure> {
        self.load().map_err(|error| Failure::Broken(error.to_string()))?;
        if self.regions.is_empty() {
            self.map_all(regions)?;
            self.regions = regions.to_vec();
        }
        Ok(())
    }

    /// Maps all regions, or there is no code to call: it would find nothing.
    fn map_all(&mut self, regions: &[Region]) -> Result<(), Failure> {
        let mapped = regions.iter().try_for_each(|region| self.map_one(region));
        if mapped.is_err() {
            self.code = None;
        }
        mapped
    }

    fn map_one(&mut self, region: &Region) -> Result<(), Failure> {
        let refused =
            |why: String| Failure::Broken(format!("there is no room for the program's memory: {why}"));
        match (&self.code, &self.memory) {
            (Some(Code::Local(_)), Some(memory)) => {
                native::map(memory, region, Place::InProcess).map_err(|error| refused(error.to_string()))
            }
            _ => match self.ask(&Request::Map(*region))? {
                Reply::Yes => Ok(()),
                Reply::Failed(why) => Err(refused(why)),
                _ => Err(Failure::Broken(NOISE.to_owned())),
            },
        }
    }

    /// Writes an object's bytes where calls find them.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Failure> {
        let stays =
            self.regions.iter().any(|region| region.use_for == Use::Reading && region.contains(address));
        let Some(memory) = &self.memory else { return Err(Failure::Broken(NOISE.to_owned())) };
        let before = if stays { held(memory) } else { 0 };
        memory.write_all_at(bytes, address).map_err(|error| Failure::Broken(error.to_string()))?;
        if stays {
            self.constant_pages += held(memory).saturating_sub(before);
        }
        Ok(())
    }

    /// Reads what calls left at an address.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), Failure> {
        let Some(memory) = &self.memory else { return Err(Failure::Broken(NOISE.to_owned())) };
        memory.read_exact_at(bytes, address).map_err(|error| Failure::Broken(error.to_string()))
    }

    /// Makes a call. After a failure the next call starts from nothing: libraries are loaded again.
    pub fn call(&mut self, call: &Call) -> Result<Answer, Failure> {
        self.load().map_err(|error| Failure::Broken(error.to_string()))?;
        if let Some(Code::Local(local)) = &mut self.code {
            return local.call(call);
        }
        let reply = self.ask(&Request::Call(call.clone()))?;
        let failure = match reply {
            Reply::Returned(answer) => return Ok(answer),
            Reply::Failed(why) => return Err(Failure::Broken(why)),
            Reply::Crashed { signal, address, instruction } => {
                Failure::Crashed { signal, address: Some(address), jumped: address == instruction }
            }
            Reply::Forked => Failure::Forked,
            Reply::Yes | Reply::No | Reply::Found(_) => Failure::Broken(NOISE.to_owned()),
        };
        self.code = None;
        Err(failure)
    }

    /// Gives back the pages that calls used, when they are too many; `pages` is how many the last one needed.
    pub fn settle(&mut self, pages: u64) {
        self.pages.called(pages);
        let Some(memory) = &self.memory else { return };
        if self.pages.are_too_many(held(memory).saturating_sub(self.constant_pages)) {
            for region in self.regions.iter().filter(|region| region.use_for == Use::Writing) {
                // Pages that stay are no harm: what is read was written before.
                let _ = native::punch(memory, region);
            }
        }
    }

    /// Pages held now.
    pub fn pages(&self) -> u64 {
        self.memory.as_ref().map_or(0, held)
    }

    /// What is at an address that is in no region, for somebody who last called in this life.
    pub fn beyond(&self, life: u64, address: u64, len: u64) -> Beyond {
        if address < NULL || len > LONGEST || self.regions.iter().any(|region| region.contains(address)) {
            return Beyond::Nothing;
        }
        let process = match &self.code {
            Some(_) if life != self.lives => return Beyond::Gone,
            None => return Beyond::Gone,
            Some(Code::Local(_)) => "self".to_owned(),
            Some(Code::Helper(helper)) => helper.child.id().to_string(),
        };
        let mut bytes = vec![0; index64(len)];
        let read = File::open(format!("/proc/{process}/mem"))
            .and_then(|file| file.read_exact_at(&mut bytes, address));
        read.map_or(Beyond::Nothing, |()| Beyond::Bytes(bytes))
    }

    /// The parts of the address space that external code has for itself now; all of it if there is no telling.
    pub fn own_memory(&self) -> Vec<Range<u64>> {
        let Some(Code::Helper(helper)) = &self.code else { return vec![EVERYWHERE] };
        let maps = fs::read_to_string(format!("/proc/{}/maps", helper.child.id()));
        let ranges: Vec<_> = maps.iter().flat_map(|maps| maps.lines().filter_map(mapping)).collect();
        if ranges.is_empty() {
            return vec![EVERYWHERE];
        }
        ranges.into_iter().filter(|range| !self.regions.iter().any(|it| it.contains(range.start))).collect()
    }

    /// Asks the helper; one that does not answer is gone.
    fn ask(&mut self, request: &Request) -> Result<Reply, Failure> {
        let Some(Code::Helper(helper)) = &mut self.code else {
            return Err(Failure::Broken(NOISE.to_owned()));
        };
        let sent = write_frame(&mut helper.socket, &request.encode());
        let reply = match sent {
            Ok(()) => helper.receive(&self.config),
            Err(_) => Err(helper.ended()),
        };
        if reply.is_err() {
            self.code = None;
        }
        reply
    }
}

/// What should not happen.
const NOISE: &str = "the helper does not answer as it should";

/// Where a mapping is, of which a line of the system's list tells.
fn mapping(line: &str) -> Option<Range<u64>> {
    let (start, rest) = line.split_once('-')?;
    let (end, _) = rest.split_once(' ')?;
    let number = |text| u64::from_str_radix(text, 16).ok();
    Some(number(start)?..number(end)?)
}

/// Pages a file holds.
fn held(memory: &File) -> u64 {
    memory.metadata().map_or(0, |about| about.blocks() * BLOCK / PAGE)
}

/// A process that makes calls. It ends when this is dropped, with all it started.
#[derive(Debug)]
struct Helper {
    child: Child,
    socket: UnixStream,
    /// Whether it was waited for.
    is_over: bool,
}

impl Helper {
    fn start(config: &Config, memory: &File) -> Result<Self, Error> {
        let (ours, theirs) = UnixStream::pair().map_err(Error::Helper)?;
        ours.set_read_timeout(Some(TICK)).map_err(Error::Helper)?;
        let inherited = [native::inheritable(&theirs), native::inheritable(memory)];
        let [socket, memory] = inherited.map(|copy| copy.map_err(Error::Helper));
        let (socket, memory) = (socket?, memory?);
        let mut command = Command::new(&config.helper);
        command.arg(HELPER).args([&socket, &memory].map(|copy| copy.as_raw_fd().to_string()));
        // A group of its own, to be ended with all it started. Nothing else is done between two programs, so
        // that this process, which may be large, is not copied.
        let child = command.args(&config.libraries).process_group(0).spawn().map_err(Error::Helper)?;
        drop((socket, memory, theirs));
        let mut helper = Self { child, socket: ours, is_over: false };
        match helper.receive(config).map_err(Error::Ended)? {
            Reply::Yes => Ok(helper),
            Reply::Failed(why) => Err(Error::Library(why)),
            _ => Err(Error::Ended(Failure::Broken(NOISE.to_owned()))),
        }
    }

    /// Waits for a reply. Time is counted in ticks: nothing here reads a clock.
    fn receive(&mut self, config: &Config) -> Result<Reply, Failure> {
        let mut left = config.timeout.as_millis().div_ceil(TICK.as_millis());
        let mut frame = Vec::new();
        let mut chunk = [0; 512];
        loop {
            if let Some((length, body)) = frame.split_first_chunk()
                && body.len() >= index(u32::from_le_bytes(*length))
            {
                let body = &body[..index(u32::from_le_bytes(*length))];
                return Reply::decode(body).ok_or_else(|| Failure::Broken(NOISE.to_owned()));
            }
            match self.socket.read(&mut chunk) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => frame.extend(&chunk[..count]),
                Err(error) => {
                    if config.interrupt.load(Ordering::Relaxed) {
                        return Err(Failure::Interrupted);
                    }
                    if config.deadline.is_reached() {
                        return Err(Failure::OutOfTime);
                    }
                    match error.kind() {
                        io::ErrorKind::Interrupted => (),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut if left > 1 => left -= 1,
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => return Err(Failure::TimedOut),
                        _ => return Err(self.ended()),
                    }
                }
            }
        }
    }

    /// How the helper ended, which it has or is about to. Its socket is closed before it is over: killed at once, it
    /// might end by that and not as it was about to.
    fn ended(&mut self) -> Failure {
        for _ in 0..LOOKS {
            if self.is_over || native::has_ended(self.child.id()) {
                break;
            }
            thread::sleep(PAUSE);
        }
        match self.end().map(|status| (status.signal(), status.code())) {
            Ok((Some(signal), _)) => Failure::Crashed { signal, address: None, jumped: false },
            Ok((None, Some(status))) => Failure::Exited(status),
            Ok((None, None)) => Failure::Broken(NOISE.to_owned()),
            Err(error) => Failure::Broken(error.to_string()),
        }
    }
}

impl Helper {
    /// Ends it, if it has not ended yet, with all it started. How it ended.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if !self.is_over {
            native::kill_group(self.child.id());
            self.is_over = true;
        }
        self.child.wait()
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        // How it ended was told, or is of no interest.
        let _ = self.end();
    }
}
