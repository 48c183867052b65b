//! What the helper does: it answers requests until nobody asks any more.

use std::{
    convert::Infallible,
    ffi::OsString,
    fs::{self, File},
    io,
    os::{fd::RawFd, unix::process::CommandExt},
    path::PathBuf,
    process::Command,
    thread,
    time::Duration,
};

use crate::{
    Failure, HELPER, Place, crash,
    local::Local,
    native::{self, MEMORY, SOCKET},
    protocol::{Reply, Request, read_frame, write_frame},
};

/// Serves as a helper: loads the libraries and makes calls until the socket is closed. The first two words are the
/// numbers of the socket and of the memory, the others are libraries.
pub fn serve(words: &[OsString]) -> ! {
    native::end_with_parent();
    if native::fix_addresses() {
        // What cannot be executed again goes on as it is.
        let _ = Command::new("/proc/self/exe").arg(HELPER).args(words).exec();
    }
    let number = |place: usize| words.get(place).and_then(|word| word.to_str()?.parse::<RawFd>().ok());
    let (Some(socket), Some(memory)) = (number(0), number(1)) else { native::leave(2) };
    let mut socket = native::inherited(socket, SOCKET);
    let memory = native::inherited(memory, MEMORY);
    crash::install();
    // The other side went away, or the socket was closed by external code: there is nobody left to tell.
    let status = match serve_on(&mut socket, &memory, &words[2..]) {
        Ok(never) => match never {},
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => 0,
        Err(_) => 1,
    };
    native::leave(status)
}

fn serve_on(socket: &mut File, memory: &File, libraries: &[OsString]) -> io::Result<Infallible> {
    let libraries: Vec<PathBuf> = libraries.iter().map(PathBuf::from).collect();
    let loaded = Local::load(&libraries);
    let reply = loaded.as_ref().map_or_else(|why| Reply::Failed(why.clone()), |_| Reply::Yes);
    write_frame(socket, &reply.encode())?;
    let Ok(mut local) = loaded else { return Err(io::ErrorKind::UnexpectedEof.into()) };
    loop {
        let frame = read_frame(socket)?;
        let request = Request::decode(&frame).ok_or(io::ErrorKind::InvalidData)?;
        let reply = answer(&mut local, memory, request);
        wait_for_copies();
        write_frame(socket, &reply.encode())?;
        if !native::is_original() {
            // The call came back in a process that it forked.
            native::leave(0);
        }
    }
}

fn answer(local: &mut Local, memory: &File, request: Request) -> Reply {
    match request {
        Request::Find(name) => local.find(&name).map_or(Reply::No, |found| Reply::Found(found.address())),
        Request::Map(region) => native::map(memory, &region, Place::Helper)
            .map_or_else(|error| Reply::Failed(error.to_string()), |()| Reply::Yes),
        Request::Call(call) => match local.call(&call) {
            _ if !native::is_original() => Reply::Forked,
            Ok(answer) => Reply::Returned(answer),
            Err(Failure::Broken(why)) => Reply::Failed(why),
            Err(failure) => Reply::Failed(failure.to_string()),
        },
    }
}

/// Waits until each process that external code forked came back to us, ended, or became another program. One that
/// came back has said so by then; whoever waits for the reply does not do so for ever.
fn wait_for_copies() {
    const PAUSE: Duration = Duration::from_millis(1);
    let program = |process: &str| fs::read_link(format!("/proc/{process}/exe")).ok();
    let is_copy = |child: &str| program(child).is_some_and(|it| Some(it) == program("self"));
    while fs::read_to_string("/proc/thread-self/children")
        .is_ok_and(|children| children.split_whitespace().any(is_copy))
    {
        thread::sleep(PAUSE);
    }
}
