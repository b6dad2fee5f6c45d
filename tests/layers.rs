//! The layers hold: every import of the program points down, no two files import each other, and every module has its
//! place. The places are the tables in the documentation of `src/lib.rs` and `src/core/lib.rs`, and nowhere else. The second table
//! of `src/lib.rs` has the parts of the interface, which import each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::spanned::Spanned;
use syn::visit::Visit;

/// A module of the program: the names after `crate`, and for the crate `tickscope-core` the name of its folder before them.
type ModulePath = Vec<String>;

/// The folder of the crate that knows no window.
const CORE: &str = "core";

/// One source file.
struct Source {
    /// Below `src`.
    file: PathBuf,
    module: ModulePath,
    syntax: syn::File,
}

/// A path in the code and where it stands.
struct Mention {
    path: Vec<String>,
    line: usize,
}

/// One file imports another.
struct Import {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

fn sources() -> Vec<Source> {
    fn collect(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.ends_with("core/examples") {
                continue;
            }
            if path.is_dir() {
                collect(&path, below, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(below).expect("it is below").to_owned());
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    files.sort();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(root.join(&file)).expect("the file can be read");
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut module: ModulePath = file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib")) {
            module.pop();
        }
        Source { file, module, syntax }
    };
    files.into_iter().map(read).collect()
}

/// Every path that leaves the file: of `use` items, and inline ones that begin with `crate`, `self` or `super`, also in the
/// arguments of macros. Relative paths are made absolute.
struct Mentions<'a> {
    module: ModulePath,
    children: &'a BTreeSet<ModulePath>,
    found: Vec<Mention>,
}

impl Mentions<'_> {
    fn add(&mut self, path: &[String], line: usize) {
        let absolute = match path[0].as_str() {
            "crate" => {
                [if self.module.first().is_some_and(|name| name == CORE) { &self.module[..1] } else { &[] }, &path[1..]].concat()
            }
            "tickscope" => path[1..].to_vec(),
            "tickscope_core" => [&[CORE.to_owned()], &path[1..]].concat(),
            "self" => [&self.module[..], &path[1..]].concat(),
            "super" => {
                let up = path.iter().take_while(|part| *part == "super").count();
                [&self.module[..self.module.len().saturating_sub(up)], &path[up..]].concat()
            }
            _ => {
                let below = [&self.module[..], &path[..1]].concat();
                if !self.children.contains(&below) {
                    return; // Another crate, or a name that was imported before.
                }
                [&self.module[..], path].concat()
            }
        };
        self.found.push(Mention { path: absolute, line });
    }

    fn add_tree(&mut self, tree: &syn::UseTree, before: &mut Vec<String>) {
        let depth = before.len();
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.add_tree(&path.tree, before);
            }
            syn::UseTree::Name(name) if name.ident == "self" => self.add(&before.clone(), name.span().start().line),
            syn::UseTree::Name(syn::UseName { ident }) | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                before.push(ident.to_string());
                self.add(&before.clone(), ident.span().start().line);
            }
            syn::UseTree::Glob(glob) => {
                before.push("*".to_owned());
                self.add(&before.clone(), glob.span().start().line);
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.add_tree(tree, before)),
        }
        before.truncate(depth);
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.add(&names, path.span().start().line);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let mut path: Vec<String> = Vec::new();
        let mut line = 0;
        let tokens: Vec<proc_macro2::TokenTree> = flat(mac.tokens.clone());
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(ident) if path.is_empty() || path.last().is_some_and(|last| last == "::") => {
                    line = ident.span().start().line;
                    path.push(ident.to_string());
                }
                proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    if path.last().is_some_and(|last| last != "::") {
                        path.push("::".to_owned());
                    }
                }
                other => {
                    self.add_of_macro(&path, line);
                    path = match other {
                        proc_macro2::TokenTree::Ident(ident) => vec![ident.to_string()],
                        _ => Vec::new(),
                    };
                }
            }
        }
        self.add_of_macro(&path, line);
        syn::visit::visit_macro(self, mac);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_some() {
            self.module.push(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

impl Mentions<'_> {
    fn add_of_macro(&mut self, path: &[String], line: usize) {
        let names: Vec<String> = path.iter().filter(|part| *part != "::").cloned().collect();
        if names.len() > 1 {
            self.add(&names, line);
        }
    }
}

/// Returns every token, those in brackets too, with a stop where a bracket is.
fn flat(tokens: proc_macro2::TokenStream) -> Vec<proc_macro2::TokenTree> {
    let stop = || proc_macro2::TokenTree::Punct(proc_macro2::Punct::new(';', proc_macro2::Spacing::Alone));
    tokens
        .into_iter()
        .flat_map(|token| match token {
            proc_macro2::TokenTree::Group(group) => {
                let mut inside = vec![stop()];
                inside.extend(flat(group.stream()));
                inside.push(stop());
                inside
            }
            other => vec![other],
        })
        .collect()
}

/// The program as the tests see it, read once.
struct Layout {
    files: Vec<(String, ModulePath)>,
    imports: Vec<Import>,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let program = Program::read();
    let name = |source: &Source| (format!("src/{}", source.file.display()), source.module.clone());
    Layout { files: program.sources.iter().map(name).collect(), imports: program.imports() }
});

/// The whole program: files by module, and what each module makes visible under another name.
struct Program {
    sources: Vec<Source>,
    by_module: BTreeMap<ModulePath, usize>,
    /// Re-exports: a module, the name in it, the path that it stands for. `*` stands for all of a module.
    exports: BTreeMap<ModulePath, Vec<(String, Vec<String>)>>,
}

impl Program {
    fn read() -> Program {
        let sources = sources();
        let by_module: BTreeMap<ModulePath, usize> =
            sources.iter().enumerate().map(|(number, source)| (source.module.clone(), number)).collect();
        let children: BTreeSet<ModulePath> = by_module.keys().cloned().collect();
        let mut exports: BTreeMap<ModulePath, Vec<(String, Vec<String>)>> = BTreeMap::new();
        for source in &sources {
            for item in &source.syntax.items {
                let syn::Item::Use(item) = item else { continue };
                if matches!(item.vis, syn::Visibility::Inherited) {
                    continue;
                }
                let mut mentions = Mentions { module: source.module.clone(), children: &children, found: Vec::new() };
                mentions.add_tree(&item.tree, &mut Vec::new());
                let named = mentions.found.into_iter().filter_map(|mention| Some((mention.path.last()?.clone(), mention.path)));
                exports.entry(source.module.clone()).or_default().extend(named);
            }
        }
        Program { sources, by_module, exports }
    }

    /// Returns the files by which a file of `module` reaches the last name of an absolute path: the one that defines it, and
    /// before it those outside of `module` that re-export it.
    fn leads_through(&self, module: &[String], path: &[String]) -> Vec<usize> {
        let mut through = Vec::new();
        let definition = self.defines(path, &mut |exporter| {
            // The roots of the crates only list what is in them.
            if exporter.len() > 1 && !module.starts_with(exporter) {
                through.extend(self.by_module.get(exporter));
            }
        });
        through.extend(definition);
        through
    }

    /// Returns the file in which the last name of an absolute path is defined; `None` if names of modules and re-exports lead to
    /// none. `passed` hears each module that re-exports it.
    fn defines(&self, path: &[String], passed: &mut impl FnMut(&[String])) -> Option<usize> {
        let mut module = Vec::new();
        for (depth, name) in path.iter().enumerate() {
            let below = [&module[..], std::slice::from_ref(name)].concat();
            if self.by_module.contains_key(&below) || self.exports.contains_key(&below) {
                module = below;
                continue;
            }
            let exports = self.exports.get(&module).map_or(&[][..], Vec::as_slice);
            let named = exports.iter().find(|(export, _)| export == name).map(|(_, target)| target.clone());
            let from_glob = || {
                let globs = exports.iter().filter(|(export, _)| export == "*").map(|(_, target)| &target[..target.len() - 1]);
                globs.filter(|target| self.has(target, name)).map(|target| [target, std::slice::from_ref(name)].concat()).next()
            };
            return match named.or_else(from_glob) {
                Some(target) if target != path => {
                    passed(&module);
                    self.defines(&[&target[..], &path[depth + 1..]].concat(), passed)
                }
                _ => self.by_module.get(&module).copied(),
            };
        }
        self.by_module.get(&module).copied()
    }

    /// Returns whether the file of `module` defines an item of this name.
    fn has(&self, module: &[String], name: &str) -> bool {
        let Some(source) = self.by_module.get(module).map(|number| &self.sources[*number]) else { return false };
        source.syntax.items.iter().any(|item| {
            let ident = match item {
                syn::Item::Const(item) => &item.ident,
                syn::Item::Enum(item) => &item.ident,
                syn::Item::Fn(item) => &item.sig.ident,
                syn::Item::Static(item) => &item.ident,
                syn::Item::Struct(item) => &item.ident,
                syn::Item::Trait(item) => &item.ident,
                syn::Item::Type(item) => &item.ident,
                _ => return false,
            };
            ident == name
        })
    }

    fn imports(&self) -> Vec<Import> {
        let children: BTreeSet<ModulePath> = self.by_module.keys().cloned().collect();
        let mut imports = Vec::new();
        for (from, source) in self.sources.iter().enumerate() {
            let mut mentions = Mentions { module: source.module.clone(), children: &children, found: Vec::new() };
            mentions.visit_file(&source.syntax);
            for Mention { path, line } in mentions.found {
                let through = self.leads_through(&source.module, &path).into_iter().filter(|to| *to != from);
                imports.extend(through.map(|to| Import { from, to, line, path: path.join("::") }));
            }
        }
        imports
    }
}

/// Returns the lines of a table of a file, which counts from 1.
fn table(file: &str, number: usize) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("lib.rs");
    text.split("//! ```text\n").nth(number).and_then(|rest| rest.split("//! ```").next()).expect("a table").to_owned()
}

fn names(line: &str) -> impl Iterator<Item = String> {
    line.trim_start_matches("//!").split_whitespace().filter(|word| *word != "·").map(str::to_owned)
}

/// Returns the parts of the interface: each may import what stands before it.
fn parts_of_the_interface() -> Vec<String> {
    table("src/lib.rs", 2).lines().flat_map(names).skip_while(|name| name == "ui").collect()
}

/// Returns the floors from the ground up, each with its rooms: a room may import what stands before it.
fn floors() -> Vec<(String, Vec<String>)> {
    let mut floors: Vec<(String, Vec<String>)> = [table("src/lib.rs", 1), table("src/core/lib.rs", 1)]
        .concat()
        .lines()
        .map(|line| {
            let mut names = names(line);
            (names.next().expect("a floor has a name"), names.collect())
        })
        .collect();
    floors.reverse(); // The table is drawn as a house is.
    floors
}

/// Returns how high a module stands; `None` if it has no place. The roots of the library and of its floors only list what is in
/// them; the program, the core's prelude and its test of `docs/adding.md` are above everything.
fn height(floors: &[(String, Vec<String>)], module: &[String]) -> Option<(usize, usize)> {
    match module.strip_prefix(&[CORE.to_owned()]).unwrap_or(module) {
        [] => Some((usize::MAX, 0)),
        [only] if ["main", "prelude", "adding"].contains(&only.as_str()) => Some((usize::MAX, 1)),
        [floor] => floors.iter().position(|(name, _)| name == floor).map(|floor| (floor, usize::MAX)),
        [floor, room, ..] => {
            let number = floors.iter().position(|(name, _)| name == floor)?;
            Some((number, floors[number].1.iter().position(|name| name == room)?))
        }
    }
}

#[test]
fn every_module_has_a_place_in_the_table_of_layers() {
    let floors = floors();
    for (file, module) in &LAYOUT.files {
        assert!(height(&floors, module).is_some(), "{file}: its room is not in the table of lib.rs");
    }
    let is_module = |path: &[String]| LAYOUT.files.iter().any(|(_, module)| module == path);
    for (floor, rooms) in &floors {
        for room in rooms {
            let there = [floor.clone(), room.clone()];
            let is_there = is_module(&there) || is_module(&[&[CORE.to_owned()], &there[..]].concat());
            assert!(is_there, "lib.rs: there is no room {floor}::{room}");
        }
    }
}

#[test]
fn every_import_points_down() {
    let floors = floors();
    let mut wrong = Vec::new();
    for import in &LAYOUT.imports {
        let ((file, from), (_, to)) = (&LAYOUT.files[import.from], &LAYOUT.files[import.to]);
        let (Some(high), Some(low)) = (height(&floors, from), height(&floors, to)) else { continue };
        if low > high {
            wrong.push(format!("{file}:{}: {} stands above it", import.line, import.path));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_parts_of_the_interface_import_each_other_in_one_direction() {
    let parts = parts_of_the_interface();
    // The root of the interface only lists its parts.
    let part = |module: &[String]| {
        let [front, ui, name, ..] = module else { return None };
        (front == "front" && ui == "ui").then(|| name.clone())
    };
    let there: BTreeSet<String> = LAYOUT.files.iter().filter_map(|(_, module)| part(module)).collect();
    assert_eq!(there, parts.iter().cloned().collect(), "the table of lib.rs has each part of the interface");
    let place = |file: usize| part(&LAYOUT.files[file].1).and_then(|name| parts.iter().position(|part| *part == name));
    let is_wrong = |import: &&Import| place(import.from).zip(place(import.to)).is_some_and(|(from, to)| to > from);
    let wrong = LAYOUT.imports.iter().filter(is_wrong);
    let wrong: Vec<String> =
        wrong.map(|import| format!("{}:{}: {}", LAYOUT.files[import.from].0, import.line, import.path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_files_import_each_other() {
    let mut lines: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for import in &LAYOUT.imports {
        lines.entry((import.from, import.to)).or_insert(import.line);
    }
    let circles: Vec<String> = lines
        .iter()
        .filter(|((from, to), _)| from < to)
        .filter_map(|((from, to), line)| {
            let back = lines.get(&(*to, *from))?;
            Some(format!("{}:{line} and {}:{back} import each other", LAYOUT.files[*from].0, LAYOUT.files[*to].0))
        })
        .collect();
    assert!(circles.is_empty(), "{} circles\n{}", circles.len(), circles.join("\n"));
}

#[test]
fn every_file_that_the_architecture_page_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/architecture.md")).expect("the page");
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|text| text.contains('/')).collect();
    assert!(named.len() > 15, "only {} files are named", named.len());
    let missing: Vec<&str> = named.into_iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_picture_of_the_architecture_page_is_the_table_of_the_code() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).expect("the page");
    for (floor, rooms) in floors() {
        let line = format!("{floor:<9}{}", rooms.join(" · "));
        assert!(page.lines().any(|drawn| drawn.starts_with(&line)), "the page does not draw '{line}'");
    }
}

#[test]
fn the_reader_of_imports_sees_what_it_must_see() {
    let has = |from: &str, to: &str| {
        LAYOUT.imports.iter().any(|import| LAYOUT.files[import.from].0 == from && LAYOUT.files[import.to].0 == to)
    };
    assert!(has("src/core/model/strategies/variable_delta.rs", "src/core/model/strategies/prelude.rs"), "a glob import");
    assert!(
        has("src/core/model/strategies/mod.rs", "src/core/model/strategies/variable_delta.rs"),
        "an inline path in a constant"
    );
    assert!(has("src/core/prelude.rs", "src/core/model/config/settings.rs"), "a re-export");
    assert!(has("src/studio/session/mod.rs", "src/core/model/config/settings.rs"), "an item of the core");
}

/// Returns the words of a file, without what only its tests have.
fn words(file: &str) -> BTreeSet<String> {
    fn collect(tokens: proc_macro2::TokenStream, words: &mut BTreeSet<String>) {
        let mut is_test = false;
        for token in tokens {
            let end = match &token {
                proc_macro2::TokenTree::Group(group) => group.delimiter() == proc_macro2::Delimiter::Brace,
                proc_macro2::TokenTree::Punct(punct) => punct.as_char() == ';',
                _ => false,
            };
            match token {
                proc_macro2::TokenTree::Group(group) if group.stream().to_string() == "cfg (test)" => is_test = true,
                // A comment is no use.
                proc_macro2::TokenTree::Group(group) if group.stream().to_string().starts_with("doc =") => {}
                proc_macro2::TokenTree::Group(group) if !is_test => collect(group.stream(), words),
                proc_macro2::TokenTree::Ident(ident) if !is_test => drop(words.insert(ident.to_string())),
                // A name may stand in the braces of a text that is formatted.
                proc_macro2::TokenTree::Literal(text) if !is_test => {
                    words.extend(
                        text.to_string().split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(str::to_owned),
                    );
                }
                _ => {}
            }
            is_test &= !end;
        }
    }
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the file can be read");
    let mut words = BTreeSet::new();
    collect(text.parse().expect("it is Rust"), &mut words);
    words
}

/// A public item or inherent method.
struct PublicItem {
    name: String,
    is_type: bool,
    /// The type of a method; empty for an item.
    owner: String,
    /// Every name in the signature and in public fields.
    mentions: Idents,
}

#[derive(Default)]
struct Idents(BTreeSet<String>);

impl<'ast> Visit<'ast> for Idents {
    fn visit_ident(&mut self, ident: &'ast syn::Ident) {
        self.0.insert(ident.to_string());
    }
}

fn public_items(file: &syn::File) -> Vec<PublicItem> {
    let is_public = |vis: &syn::Visibility| matches!(vis, syn::Visibility::Public(_));
    let mut found = Vec::new();
    let mut add = |vis: &syn::Visibility, (is_type, owner, ident): (bool, &str, &syn::Ident), see: &dyn Fn(&mut Idents)| {
        if is_public(vis) {
            let mut mentions = Idents::default();
            see(&mut mentions);
            found.push(PublicItem { name: ident.to_string(), is_type, owner: owner.to_owned(), mentions });
        }
    };
    for item in &file.items {
        match item {
            syn::Item::Const(item) => add(&item.vis, (false, "", &item.ident), &|idents| idents.visit_type(&item.ty)),
            syn::Item::Static(item) => add(&item.vis, (false, "", &item.ident), &|idents| idents.visit_type(&item.ty)),
            syn::Item::Fn(item) => add(&item.vis, (false, "", &item.sig.ident), &|idents| idents.visit_signature(&item.sig)),
            syn::Item::Enum(item) => add(&item.vis, (true, "", &item.ident), &|idents| idents.visit_item_enum(item)),
            syn::Item::Trait(item) => add(&item.vis, (true, "", &item.ident), &|idents| idents.visit_item_trait(item)),
            syn::Item::Type(item) => add(&item.vis, (true, "", &item.ident), &|idents| idents.visit_type(&item.ty)),
            syn::Item::Struct(item) => add(&item.vis, (true, "", &item.ident), &|idents| {
                item.fields.iter().filter(|field| is_public(&field.vis)).for_each(|field| idents.visit_type(&field.ty));
            }),
            syn::Item::Impl(syn::ItemImpl { trait_: None, self_ty, items, .. }) => {
                let syn::Type::Path(syn::TypePath { path, .. }) = &**self_ty else { continue };
                let owner = path.segments.last().expect("a path has a name").ident.to_string();
                for item in items {
                    match item {
                        syn::ImplItem::Const(item) => {
                            add(&item.vis, (false, &owner, &item.ident), &|idents| idents.visit_type(&item.ty));
                        }
                        syn::ImplItem::Fn(item) => {
                            add(&item.vis, (false, &owner, &item.sig.ident), &|idents| idents.visit_signature(&item.sig));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// Public for people who test a loop or a game of their own; the program itself calls none of them. `run_to_the_end` runs a loop on a
/// computer alone, without settings and a report, as the example of `Host` shows; `CapturedGame` reads and judges a capture.
const SURFACE: [&str; 2] = ["run_to_the_end", "CapturedGame"];

#[test]
fn every_public_name_of_the_core_stands_in_another_file_of_the_program() {
    let words: Vec<BTreeSet<String>> = LAYOUT.files.iter().map(|(file, _)| words(file)).collect();
    let mut alone = Vec::new();
    for source in sources().iter().filter(|source| source.module.first().is_some_and(|name| name == CORE)) {
        let file = format!("src/{}", source.file.display());
        let stands_elsewhere = |item: &PublicItem| {
            let mut others = LAYOUT.files.iter().zip(&words).filter(|((other, _), _)| *other != file);
            SURFACE.contains(&item.name.as_str()) || others.any(|(_, words)| words.contains(&item.name))
        };
        let (elsewhere, mut here): (Vec<PublicItem>, Vec<PublicItem>) =
            public_items(&source.syntax).into_iter().partition(stands_elsewhere);
        // Other files reach a type unnamed by what they use of this one; a method needs a type that they reach.
        let (mut used, mut methods): (Vec<PublicItem>, Vec<PublicItem>) =
            elsewhere.into_iter().partition(|item| item.owner.is_empty());
        loop {
            let is_callable = |item: &mut PublicItem| used.iter().any(|by| by.name == item.owner);
            let is_mentioned = |item: &mut PublicItem| item.is_type && used.iter().any(|by| by.mentions.0.contains(&item.name));
            let mut reached: Vec<PublicItem> = methods.extract_if(.., is_callable).collect();
            reached.extend(here.extract_if(.., is_mentioned));
            if reached.is_empty() {
                break;
            }
            used.extend(reached);
        }
        alone.extend(here.iter().map(|item| format!("{file}: {}", item.name)));
    }
    assert!(alone.is_empty(), "private would do, or they can go:\n{}", alone.join("\n"));
}

#[test]
fn a_thing_has_one_path_that_of_its_file() {
    for source in sources() {
        let file = source.file.display().to_string();
        for item in &source.syntax.items {
            let syn::Item::Use(item) = item else { continue };
            let syn::Visibility::Public(_) = item.vis else { continue };
            // The names that a loop and a test of one's own need, and the twins of two platforms.
            let may = file.ends_with("prelude.rs") || file == "front/app/mod.rs";
            assert!(may, "src/{file}:{}: hands on what another file defines", item.span().start().line);
        }
    }
}

#[test]
fn only_the_real_clock_and_work_in_the_background_read_clocks_or_start_threads() {
    let may = ["src/core/base/jobs.rs", "src/core/model/machine/real_clock.rs"];
    for (file, module) in &LAYOUT.files {
        let in_core = module.first().is_some_and(|name| name == CORE);
        if !in_core || may.contains(&file.as_str()) || file.starts_with("src/core/lab/real/") {
            continue;
        }
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the file can be read");
        for word in ["Instant::now", "SystemTime", "thread::Builder", "thread::spawn", "thread::scope"] {
            assert!(!text.contains(word), "{file}: {word}");
        }
    }
}
