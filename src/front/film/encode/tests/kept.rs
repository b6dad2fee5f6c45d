//! What is there when a film is finished, besides its frames.

use super::frames::read_gif;
use super::*;

#[test]
fn a_sequence_is_every_frame_under_its_number() {
    let outer = folder();
    for (asked, first) in [("new/%03d.png", "new/000.png"), ("new/%03d.png", "new/000.png"), ("other/", "other/00000.png")] {
        let written = write(Format::PngSequence, &outer.path().join(asked), 7, &frames(true));
        assert_eq!((written.path, written.files), (outer.path().join(first), 6));
        let folder = outer.path().join(first).parent().unwrap().to_owned();
        assert_eq!(names(&folder).len(), 6);
        let length = |name: &String| fs::metadata(folder.join(name)).unwrap().len();
        assert_eq!(names(&folder).iter().map(length).sum::<u64>(), written.bytes);
        for (name, frame) in names(&folder).iter().zip(frames(true)) {
            assert_eq!(read_png(&folder.join(name)), frame, "{name}");
        }
    }
    assert_eq!(names(outer.path()), ["new", "other"]);
}

#[test]
fn a_folder_alone_gets_a_sequence_if_it_is_empty_or_holds_one_which_is_replaced() {
    let outer = folder();
    let frames_in = outer.path().join("frames");
    fs::create_dir(&frames_in).unwrap();
    for (count, left) in [(6, 6), (2, 2), (4, 4)] {
        write(Format::PngSequence, &frames_in, 30, &frames(false)[..count]);
        assert_eq!(names(&frames_in).len(), left, "nothing of a longer film follows on a shorter one");
    }
    fs::write(frames_in.join("notes.txt"), "mine").unwrap();
    let film = Film { size: SIZE, fps: 30, frames: 1 };
    let Err(refused) = start_with("no-ffmpeg".as_ref(), Format::PngSequence, &frames_in, film) else {
        panic!("it holds something else");
    };
    assert!(refused.to_string().contains("the folder is not empty"), "{refused}");
    assert_eq!(names(&frames_in).len(), 5, "nothing has been touched");
}

#[test]
fn a_sequence_leaves_what_else_is_in_its_folder() {
    let outer = folder();
    fs::write(outer.path().join("notes.txt"), "mine").unwrap();
    write(Format::PngSequence, &outer.path().join("%d.png"), 30, &frames(false)[..2]);
    assert_eq!(names(outer.path()), ["0.png", "1.png", "notes.txt"]);
}

#[test]
fn two_films_of_the_same_frames_are_the_same_bytes() {
    let folder = folder();
    for format in [Format::Gif, Format::WebP, Format::Apng] {
        let [a, b] = ["a", "b"].map(|name| {
            let path = folder.path().join(name);
            write(format, &path, 25, &frames(true));
            fs::read(path).unwrap()
        });
        assert!(a == b, "{}", format.name());
    }
}

#[test]
fn a_film_of_one_frame_and_one_in_which_nothing_moves_are_films_too() {
    let folder = folder();
    let still = frames(false)[0].clone();
    for format in [Format::Gif, Format::WebP, Format::Apng, Format::PngSequence] {
        for count in [1, 3] {
            let path = folder.path().join(format!("{count}.{}", format.extension()));
            let path = if format == Format::PngSequence { folder.path().join(format!("{count}/%d.png")) } else { path };
            assert!(write(format, &path, 25, &vec![still.clone(); count]).bytes > 0);
        }
    }
    assert_eq!(read_gif(&folder.path().join("3.gif")).1, [4; 3]);
}

#[cfg(unix)]
#[test]
fn files_get_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let mode = |path: &str| fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
    fs::write(folder.path().join("any"), "").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    write(Format::Gif, &folder.path().join("film.gif"), 25, &frames(false));
    write(Format::PngSequence, &folder.path().join("frames/%d.png"), 25, &frames(false));
    assert_eq!([mode("film.gif"), mode("frames/0.png")], [mode("any"); 2]);
    assert_eq!(mode("frames"), mode("folder"));
}

#[cfg(unix)]
#[test]
fn a_link_keeps_its_place_and_its_target_gets_the_film() {
    let folder = folder();
    let [film, link] = ["film.gif", "link.gif"].map(|name| folder.path().join(name));
    fs::write(&film, "").unwrap();
    std::os::unix::fs::symlink(&film, &link).unwrap();
    write(Format::Gif, &link, 25, &frames(false));
    assert!(link.is_symlink());
    assert!(read_gif(&film).0 == frames(false));
}
