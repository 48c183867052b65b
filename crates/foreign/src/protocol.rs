//! What the two processes say to each other: frames of a length and as many bytes.
//!
//! Each request has one reply, but for a crash, which the helper's signal handler tells in place of it, and a fork,
//! which the second process tells.

use std::io::{self, Read, Write};

use vellum_collections::cast::{index, len32};

use crate::{Answer, Argument, Call, Half, Kind, Output, Region, Use};

/// What the engine asks of the helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Where what has that name is.
    Find(String),
    /// To map a region.
    Map(Region),
    /// To make a call.
    Call(Call),
}

/// What the helper says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// All libraries are loaded; the region is mapped.
    Yes,
    /// What was asked for is at this address.
    Found(u64),
    /// There is nothing of that name.
    No,
    /// It could not be done, and why.
    Failed(String),
    /// The call returned.
    Returned(Answer),
    /// A signal ended the call. The address is what could not be accessed, and the other that of the instruction.
    Crashed { signal: i32, address: u64, instruction: u64 },
    /// The call came back twice, or left another process behind.
    Forked,
}

/// No frame is longer: a name and a few arguments.
const LONGEST: u32 = 1 << 20;

/// The kinds that a number stands for. Of the others, the number says that much and the next byte the rest.
const KINDS: [Kind; 6] = [Kind::Nothing, Kind::Word, Kind::Float, Kind::Double, Kind::LongDouble, Kind::Wide];
const PAIR: u8 = 6;
const MEMORY: u8 = 7;

/// The reply of a signal handler, which can do no more than write these bytes.
pub(crate) fn crash_frame(signal: i32, address: u64, instruction: u64) -> [u8; 25] {
    let mut frame = [0; 25];
    frame[..4].copy_from_slice(&21_u32.to_le_bytes());
    frame[4] = 4;
    frame[5..9].copy_from_slice(&signal.to_le_bytes());
    frame[9..17].copy_from_slice(&address.to_le_bytes());
    frame[17..].copy_from_slice(&instruction.to_le_bytes());
    frame
}

impl Request {
    /// As a frame.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        match self {
            Self::Find(name) => {
                body.push(0);
                body.extend(name.as_bytes());
            }
            Self::Map(region) => {
                body.push(1);
                body.extend(region.base.to_le_bytes());
                body.extend(region.size.to_le_bytes());
                body.push(u8::from(region.use_for == Use::Writing));
            }
            Self::Call(call) => {
                body.push(2);
                body.push(u8::from(call.output == Output::Shown));
                body.extend(call.errno.to_le_bytes());
                body.extend(code_of(call.result));
                body.extend(len32(call.args.len()).to_le_bytes());
                for Argument { kind, bytes } in &call.args {
                    body.extend(code_of(*kind));
                    body.extend(len32(bytes.len()).to_le_bytes());
                    body.extend(bytes);
                }
                body.extend(call.name.as_bytes());
            }
        }
        frame(body)
    }

    /// What a frame says; nothing if it is none.
    pub(crate) fn decode(body: &[u8]) -> Option<Self> {
        let mut body = Body(body);
        Some(match body.byte()? {
            0 => Self::Find(body.text()?),
            1 => {
                let (base, size) = (body.word()?, body.word()?);
                let use_for = if body.byte()? == 0 { Use::Reading } else { Use::Writing };
                Self::Map(Region { base, size, use_for })
            }
            2 => {
                let output = if body.byte()? == 0 { Output::Hidden } else { Output::Shown };
                let (errno, result, count) = (body.number()?, body.kind()?, body.number()?);
                let mut arg = || Some(Argument { kind: body.kind()?, bytes: body.bytes()? });
                let args = (0..count).map(|_| arg()).collect::<Option<Vec<_>>>()?;
                Self::Call(Call { name: body.text()?, args, result, errno, output })
            }
            _ => return None,
        })
    }
}

impl Reply {
    /// As a frame.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        match self {
            Self::Yes => body.push(0),
            Self::No => body.push(1),
            Self::Failed(why) => {
                body.push(2);
                body.extend(why.as_bytes());
            }
            Self::Returned(Answer { bytes, errno }) => {
                body.push(3);
                body.extend(bytes);
                body.extend(errno.to_le_bytes());
            }
            Self::Crashed { signal, address, instruction } => {
                return crash_frame(*signal, *address, *instruction).to_vec();
            }
            Self::Forked => body.push(5),
            Self::Found(address) => {
                body.push(6);
                body.extend(address.to_le_bytes());
            }
        }
        frame(body)
    }

    /// What a frame says; nothing if it is none.
    pub(crate) fn decode(body: &[u8]) -> Option<Self> {
        let mut body = Body(body);
        Some(match body.byte()? {
            0 => Self::Yes,
            1 => Self::No,
            2 => Self::Failed(body.text()?),
            3 => Self::Returned(Answer { bytes: body.take()?, errno: body.number()? }),
            4 => Self::Crashed { signal: body.number()?, address: body.word()?, instruction: body.word()? },
            5 => Self::Forked,
            6 => Self::Found(body.word()?),
            _ => return None,
        })
    }
}

/// Reads a frame's body; nothing at the end of the stream.
pub(crate) fn read_frame(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; index(length)];
    stream.read_exact(&mut body)?;
    Ok(body)
}

/// Writes a frame.
pub(crate) fn write_frame(stream: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    stream.write_all(frame)
}

fn frame(body: Vec<u8>) -> Vec<u8> {
    let mut frame = len32(body.len()).to_le_bytes().to_vec();
    frame.extend(body);
    frame
}

/// Two bytes for a kind: which it is, and what else there is to say.
fn code_of(kind: Kind) -> [u8; 2] {
    match kind {
        Kind::Nothing => [0, 0],
        Kind::Word => [1, 0],
        Kind::Float => [2, 0],
        Kind::Double => [3, 0],
        Kind::LongDouble => [4, 0],
        Kind::Wide => [5, 0],
        Kind::Pair([first, second]) => {
            [PAIR, u8::from(first == Half::Float) | u8::from(second == Half::Float) << 1]
        }
        Kind::Memory { align } => [MEMORY, align],
    }
}

/// What is left of a frame's body.
struct Body<'a>(&'a [u8]);

impl Body<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn word(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn number(&mut self) -> Option<i32> {
        self.take().map(i32::from_le_bytes)
    }

    fn kind(&mut self) -> Option<Kind> {
        let half = |is_float| if is_float { Half::Float } else { Half::Word };
        match (self.byte()?, self.byte()?) {
            (PAIR, which) => Some(Kind::Pair([half(which & 1 != 0), half(which & 2 != 0)])),
            (MEMORY, align) => Some(Kind::Memory { align }),
            (number, _) => KINDS.get(usize::from(number)).copied(),
        }
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes.to_vec())
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(std::mem::take(&mut self.0).to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::{Reply, Request, read_frame};
    use crate::{Answer, Argument, Call, Half, Kind, Output, Region, Use};

    #[test]
    fn requests_arrive_as_they_were_sent() {
        let mut args = vec![Argument { kind: Kind::Memory { align: 16 }, bytes: vec![5; 40] }];
        args.extend(super::KINDS.map(|kind| Argument::new(kind, u64::MAX)));
        let requests = [
            Request::Find("strlen".to_owned()),
            Request::Map(Region { base: 1 << 46, size: 1 << 40, use_for: Use::Reading }),
            Request::Map(Region { base: 0, size: 1, use_for: Use::Writing }),
            Request::Call(Call {
                name: "f".to_owned(),
                args,
                result: Kind::Pair([Half::Float, Half::Word]),
                errno: -3,
                output: Output::Shown,
            }),
        ];
        for request in requests {
            let frame = request.encode();
            assert_eq!(Request::decode(&read_frame(&mut &frame[..]).unwrap()), Some(request));
            assert!(read_frame(&mut &frame[..frame.len() - 1]).is_err());
        }
    }

    #[test]
    fn replies_arrive_as_they_were_sent() {
        let replies = [
            Reply::Yes,
            Reply::No,
            Reply::Failed("no room".to_owned()),
            Reply::Returned(Answer { bytes: [7; 16], errno: 34 }),
            Reply::Found(0x7fff_1234_5678),
            Reply::Crashed { signal: 11, address: 0x1234, instruction: 0x5678 },
            Reply::Forked,
        ];
        for reply in replies {
            assert_eq!(Reply::decode(&read_frame(&mut &reply.encode()[..]).unwrap()), Some(reply));
        }
    }

    #[test]
    fn noise_is_no_frame() {
        assert_eq!(Request::decode(&[]), None);
        assert_eq!(Request::decode(&[2, 0, 1]), None);
        let call = Call {
            name: String::new(),
            args: vec![Argument::new(Kind::Word, 1)],
            result: Kind::Nothing,
            errno: 0,
            output: Output::Shown,
        };
        let frame = Request::Call(call).encode();
        assert_eq!(Request::decode(&frame[4..frame.len() - 1]), None, "an argument that is cut off");
        assert_eq!(Reply::decode(&[9]), None);
        assert!(read_frame(&mut &u32::MAX.to_le_bytes()[..]).is_err());
    }
}
