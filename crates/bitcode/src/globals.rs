//! Functions and global variables as symbols, and what variables hold at the start.

use vellum_collections::cast::{index64, len64};
use vellum_ir::{
    Body, ByValue, Const, ConstKind, Extend, FuncId, Function, Global, GlobalId, Init, Inst, InstData, Param,
    Relocation, Strength, Symbol, Type,
};

use crate::{
    convert::{Converter, Pending, Unsupported},
    error::LoadError,
    link::{Rank, symbol_name},
    llvm::{self, TypeKind, Value, ValueKind},
};

/// Functions that return twice, also where nobody said so.
const RETURN_TWICE: &[&[u8]] =
    &[b"setjmp", b"_setjmp", b"sigsetjmp", b"__sigsetjmp", b"__builtin_setjmp", b"vfork"];

/// Explicit data up to which a variable is taken: more is a mistake, or an attack on our memory.
const MAX_DATA: u64 = 1 << 30;

/// References to symbols.
impl<'m> Converter<'m> {
    /// The address of a symbol, wherever it is defined.
    pub(crate) fn reference(&mut self, symbol: Value<'m>) -> Result<Const, Unsupported> {
        let definition = self.symbols.resolve(symbol);
        self.address(definition)
    }

    /// The address of this very symbol. An alias is what it stands for.
    fn address(&mut self, symbol: Value<'m>) -> Result<Const, Unsupported> {
        if symbol.kind() == ValueKind::LLVMGlobalAliasValueKind {
            let aliasee = symbol.aliasee();
            return match aliasee.kind() {
                ValueKind::LLVMConstantExprValueKind => self.constant(aliasee),
                _ => self.address(aliasee),
            };
        }
        let symbol = self.symbol(symbol);
        Ok(self.out.consts.intern(ConstKind::Symbol(symbol)))
    }

    /// The number of a function or variable.
    pub(crate) fn symbol(&mut self, value: Value<'m>) -> Symbol {
        if let Some(&known) = self.numbers.get(&value) {
            return known;
        }
        if Rank::of(value).is_definition() {
            let symbol = self.declare(value);
            self.numbers.insert(value, symbol);
            self.pending.extend(match (symbol, value.kind()) {
                (Symbol::Function(id), ValueKind::LLVMFunctionValueKind) => {
                    Some(Pending::Function(id, value))
                }
                (Symbol::Global(id), _) => Some(Pending::Global(id, value)),
                _ => None,
            });
            return symbol;
        }
        let name = symbol_name(value);
        let symbol = match self.undefined.get(name) {
            Some(&known) => known,
            None => {
                let symbol = self.declare(value);
                self.undefined.insert(name.into(), symbol);
                symbol
            }
        };
        // Cached by value as well, so that each declaration is looked at once.
        self.numbers.insert(value, symbol);
        if Self::strength(value) == Strength::Strong {
            self.demand(symbol);
        }
        symbol
    }

    /// A weakly declared symbol that somebody else declares strongly must be there.
    fn demand(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Function(id) | Symbol::Block(id, _) => self.out.functions[id].strength = Strength::Strong,
            Symbol::Global(id) => {
                if let Init::Declared(strength) = &mut self.out.globals[id].init {
                    *strength = Strength::Strong;
                }
            }
        }
    }

    /// The number of a function of the C library that is called though the module does not declare it.
    pub(crate) fn library_function(&mut self, name: &str, result: Type, params: &[Type]) -> Option<FuncId> {
        if let Some(definition) = self.symbols.named(name.as_bytes()) {
            return self.function(definition);
        }
        if let Some(&known) = self.undefined.get(name.as_bytes()) {
            return match known {
                Symbol::Function(id) => Some(id),
                _ => None,
            };
        }
        let id = self.out.functions.push(Function {
            name: name.into(),
            result,
            params: params.iter().copied().map(Param::plain).collect(),
            variadic: false,
            returns_twice: RETURN_TWICE.contains(&name.as_bytes()),
            unoptimised: false,
            prologue: Box::default(),
            strength: Strength::Strong,
            body: None,
            loc: None,
        });
        self.names.insert(name.into());
        self.undefined.insert(name.as_bytes().into(), Symbol::Function(id));
        Some(id)
    }

    fn declare(&mut self, value: Value<'m>) -> Symbol {
        match value.kind() {
            ValueKind::LLVMGlobalVariableValueKind => Symbol::Global(self.declare_global(value)),
            _ => Symbol::Function(self.declare_function(value)),
        }
    }

    /// The name in the program form: unique, and as written for what other modules can see.
    fn unique_name(&mut self, value: Value<'m>) -> Box<str> {
        let bytes = symbol_name(value);
        let text: Box<str> = String::from_utf8_lossy(bytes).into();
        let clash = Rank::of(value) == Rank::Local && self.symbols.is_shared(bytes);
        if text.is_empty() || (!clash && self.names.insert(text.clone())) {
            return text;
        }
        loop {
            let number = self.suffixes.entry(text.clone()).or_insert(0);
            *number += 1;
            let name = format!("{text}.{number}").into_boxed_str();
            if !self.symbols.is_shared(name.as_bytes()) && self.names.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Functions.
impl<'m> Converter<'m> {
    fn declare_function(&mut self, function: Value<'m>) -> FuncId {
        let name = self.unique_name(function);
        let is_ifunc = function.kind() == ValueKind::LLVMGlobalIFuncValueKind;
        let signature = if is_ifunc {
            Err(Unsupported::new(format!("ifunc `{name}`")))
        } else {
            self.signature(function)
        };
        // A function that cannot be expressed can still be pointed at; calling it ends the path.
        let (result, params, body) = match signature {
            Ok((result, params)) => (result, params, None),
            Err(Unsupported(what)) => (self.out.types.void(), Vec::new(), Some(refusal(what))),
        };
        let returns_twice = !is_ifunc
            && (function.function_attribute(u32::MAX, self.attributes.returns_twice).is_some()
                || RETURN_TWICE.contains(&symbol_name(function)));
        let loc = if is_ifunc { None } else { self.function_position(function) };
        self.out.functions.push(Function {
            name,
            result,
            params,
            variadic: function.value_type().is_variadic(),
            returns_twice,
            unoptimised: false,
            prologue: if is_ifunc { Box::default() } else { self.prologue(function) },
            strength: Self::strength(function),
            body,
            loc,
        })
    }

    /// What `-fsanitize=function` has before a function: a mark, and a hash of its type.
    fn prologue(&self, function: Value<'m>) -> Box<[u8]> {
        let words = self.positions.context().sanitizer_words(function);
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Result and parameters of a function.
    fn signature(&mut self, function: Value<'m>) -> Result<(Type, Vec<Param>), Unsupported> {
        let ty = function.value_type();
        let result = self.register_type(ty.result())?;
        let mut params = Vec::new();
        for (place, param) in (1..).zip(ty.params()) {
            let by_value = match function.function_attribute(place, self.attributes.by_value) {
                Some(attribute) => {
                    let align = function.function_attribute(place, self.attributes.align);
                    Some(self.by_value(attribute, align)?)
                }
                None => None,
            };
            let has = |kind| function.function_attribute(place, kind).is_some();
            let extend = match param.kind() {
                TypeKind::LLVMIntegerTypeKind => self.attributes.extend(has),
                _ => Extend::No,
            };
            params.push(Param { ty: self.register_type(param)?, by_value, extend });
        }
        Ok((result, params))
    }

    /// What a `byval` attribute, with an `align` next to it or not, says.
    pub(crate) fn by_value(
        &mut self,
        attribute: llvm::Attribute<'m>,
        align: Option<llvm::Attribute<'m>>,
    ) -> Result<ByValue, Unsupported> {
        let ty = self.ty(attribute.ty())?;
        let layout = self.out.types.layout(ty);
        // Arguments in memory are aligned to 8 bytes at least.
        let align = align.map_or(layout.align.max(8), |align| align.number().max(1));
        Ok(ByValue { size: layout.size, align })
    }
}

/// The body of a function that cannot be expressed.
fn refusal(what: Box<str>) -> Body {
    let code = [Inst::Unsupported(what), Inst::Unreachable];
    let block = code.into_iter().map(|inst| InstData { result: None, inst, loc: None }).collect();
    Body { blocks: std::iter::once(block).collect(), ..Body::default() }
}

/// Global variables.
impl<'m> Converter<'m> {
    fn declare_global(&mut self, global: Value<'m>) -> GlobalId {
        let name = self.unique_name(global);
        let loc = self.global_position(global);
        // Somebody else's variable of unknown type has no size here.
        let (size, natural) = match self.ty(global.value_type()) {
            Ok(ty) if !global.value_type().is_opaque() => {
                let layout = self.out.types.layout(ty);
                (layout.size, layout.align)
            }
            _ => (0, 1),
        };
        let align = match global.alignment() {
            0 => natural,
            stated => stated,
        };
        let init = Init::Declared(Self::strength(global));
        self.out.globals.push(Global { name, size, align, constant: global.is_global_constant(), init, loc })
    }

    /// Gives a variable its data.
    pub(crate) fn fill_global(&mut self, id: GlobalId, global: Value<'m>) -> Result<(), LoadError> {
        let mut image = Image::default();
        let filled = self.ty(global.value_type()).and_then(|_| match global.initializer() {
            Some(value) => self.flatten(&mut image, 0, value),
            None => Err(Unsupported::new("no value")),
        });
        if let Err(Unsupported(what)) = filled {
            return Err(LoadError::Unsupported {
                global: self.out.globals[id].name.to_string(),
                what: what.into(),
            });
        }
        self.out.globals[id].init =
            Init::Data { bytes: image.bytes.into(), relocations: image.relocations.into() };
        Ok(())
    }

    fn flatten(&mut self, image: &mut Image, offset: u64, value: Value<'m>) -> Result<(), Unsupported> {
        match value.kind() {
            ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => self.ty(value.ty()).map(drop),
            ValueKind::LLVMConstantDataArrayValueKind | ValueKind::LLVMConstantDataVectorValueKind => {
                image.write(offset, value.raw_data())
            }
            ValueKind::LLVMConstantArrayValueKind => {
                let element = self.ty(value.ty().element())?;
                let size = self.out.types.size(element);
                (0..)
                    .zip(value.operands())
                    .try_for_each(|(number, part)| self.flatten(image, offset + number * size, part))
            }
            ValueKind::LLVMConstantStructValueKind => {
                let ty = self.ty(value.ty())?;
                let offsets = self.out.types.layout(ty).offsets.clone();
                offsets
                    .iter()
                    .zip(value.operands())
                    .try_for_each(|(at, part)| self.flatten(image, offset + at, part))
            }
            ValueKind::LLVMConstantVectorValueKind => self.flatten_vector(image, offset, value),
            _ => {
                let constant = self.constant(value)?;
                self.place(image, offset, constant)
            }
        }
    }

    /// Lanes are packed by bits: lane 3 of a vector of `i1` is bit 3 of the first byte.
    fn flatten_vector(
        &mut self,
        image: &mut Image,
        offset: u64,
        value: Value<'m>,
    ) -> Result<(), Unsupported> {
        let ty = self.ty(value.ty())?;
        let lane = self.out.types.lane(ty);
        let width = u64::from(self.out.types.scalar_width(lane).expect("lanes are scalars"));
        let mut packed = vec![0; index64(self.out.types.layout(ty).store)];
        for (number, part) in (0..).zip(value.operands()) {
            let constant = self.constant(part)?;
            match self.out.consts.kind(constant) {
                ConstKind::Undef(_) => (),
                ConstKind::Bits(_, bits) => {
                    for bit in (0..bits.width()).filter(|&bit| bits.bit(bit)) {
                        let at = number * width + u64::from(bit);
                        packed[index64(at / 8)] |= 1_u8 << (at % 8);
                    }
                }
                _ if width.is_multiple_of(8) => self.place(image, offset + number * width / 8, constant)?,
                _ => return Err(Unsupported::new("addresses packed into bits")),
            }
        }
        image.write(offset, &packed)
    }

    /// Puts a scalar constant at an offset.
    fn place(&mut self, image: &mut Image, offset: u64, constant: Const) -> Result<(), Unsupported> {
        match self.out.consts.kind(constant) {
            ConstKind::Bits(_, bits) => image.write(offset, &bits.to_le_bytes()),
            ConstKind::Undef(_) | ConstKind::Zero(_) => Ok(()),
            ConstKind::Symbol(_) | ConstKind::Expr(..) => {
                image.relocations.push(Relocation { offset, value: constant });
                Ok(())
            }
            ConstKind::Aggregate(..) => Err(Unsupported::new("an aggregate where a scalar should be")),
        }
    }
}

/// The data of a variable. Every byte is written once at most, so zeros need not be written at all.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    relocations: Vec<Relocation>,
}

impl Image {
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Unsupported> {
        let zeros = data.iter().rev().take_while(|&&byte| byte == 0).count();
        let data = &data[..data.len() - zeros];
        if data.is_empty() {
            return Ok(());
        }
        let end = offset + len64(data.len());
        if end > MAX_DATA {
            return Err(Unsupported::new("more than 1 GiB of data"));
        }
        let (start, end) = (index64(offset), index64(end));
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(data);
        Ok(())
    }
}
