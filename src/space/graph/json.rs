//! Graphs as JSON.
//!
//! ```text
//! {
//!   "vertices": ["s", "a", "t"],
//!   "goal": "t",
//!   "edges": [["s", "a", 3], {"from": "a", "to": "t", "cost": 4}],
//!   "h": {"s": 5, "a": 4, "t": 0}
//! }
//! ```
//!
//! `vertices` is a list of names, or a number n; then the names are 0 to n − 1 and may be written
//! with or without quotation marks. `goal` defaults to the last vertex unless the caller names one.
//! `h` is optional, and may be a list in vertex order. Any other member is refused.
//!
//! ```
//! use admit::space::graph::json;
//! let text = r#"{"vertices": 3, "edges": [[0, 1, 3], [1, 2, 4]], "h": [5, 4, 0]}"#;
//! let parsed = json::read("x.json", text).unwrap();
//! assert_eq!(parsed.h, Some(vec![5, 4, 0]));
//! let again = json::write(&parsed.graph, parsed.h.as_deref());
//! assert_eq!(json::read("x.json", &again).unwrap().h, parsed.h);
//! ```

use super::reading::{
    Filling, GoalFrom, GraphError, Parsed, Refusal, built, cost, count, estimate, found, no_vertex,
};
use super::{Digraph, DigraphError, Edge, FiniteGraph, MOST_VERTICES, Vertex};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::cell::Cell;
use std::fmt::{self, Write};

/// Reads a graph; `file` is for errors only.
///
/// # Errors
///
/// The line and the reason, if the text is not of this format.
pub fn read(file: &str, text: &str) -> Result<Parsed, GraphError> {
    Reader::new(text).graph().map_err(|r| r.of(file))
}

/// Writes a graph and an optional heuristic, one edge per line.
pub fn write(graph: &Digraph, h: Option<&[i32]>) -> String {
    let mut text = String::from("{\n  \"vertices\": ");
    let vertices = 0..graph.vertices();
    if graph.first_number() == Some(0) {
        write!(text, "{}", vertices.end)
    } else {
        let names: Vec<String> = vertices.clone().map(|v| quoted(graph, v)).collect();
        write!(text, "[{}]", names.join(", "))
    }
    .expect("a string takes everything");
    let edges: Vec<String> = graph
        .edges()
        .map(|e| {
            let (from, to) = (quoted(graph, e.from), quoted(graph, e.to));
            format!("\n    [{from}, {to}, {}]", e.cost)
        })
        .collect();
    let (goal, edges) = (quoted(graph, graph.goal()), edges.join(","));
    write!(text, ",\n  \"goal\": {goal},\n  \"edges\": [{edges}\n  ]")
        .expect("a string takes everything");
    if let Some(h) = h {
        let values: Vec<String> = vertices
            .zip(h)
            .map(|(v, h)| format!("{}: {h}", quoted(graph, v)))
            .collect();
        write!(text, ",\n  \"h\": {{{}}}", values.join(", ")).expect("a string takes everything");
    }
    text + "\n}\n"
}

fn quoted(graph: &Digraph, vertex: Vertex) -> String {
    serde_json::Value::from(graph.name(vertex)).to_string()
}

/// Parses a heuristic alone.
pub(super) fn parse_values(text: &str, graph: &Digraph) -> Result<Vec<i32>, Refusal> {
    let reader = Reader::new(text);
    let whole: &RawValue = reader.syntax()?;
    reader.values(whole, graph)
}

/// The members of an object in order, duplicates included.
struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// A text and its line counter. Every value is a slice of the text, so its line can be found.
struct Reader<'a> {
    text: &'a str,
    /// The offset looked up last and its line; lookups mostly move forward a little.
    known: Cell<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let known = Cell::new((0, 1));
        Reader { text, known }
    }

    /// The whole text, checked to be JSON.
    fn syntax(&self) -> Result<&'a RawValue, Refusal> {
        serde_json::from_str(self.text).map_err(|e| {
            let message = e.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            // Columns are counted from 1; 0 is the end of the line before.
            let line = self.text.split('\n').nth(e.line().saturating_sub(1));
            let rest = line.and_then(|l| l.as_bytes().get(e.column().saturating_sub(1)..));
            let rest = String::from_utf8_lossy(rest.unwrap_or_default());
            let found = match rest.trim_end() {
                _ if e.is_eof() => "the end of the file".to_owned(),
                "" => "the end of the line".to_owned(),
                rest => found(rest),
            };
            let reason = if message.contains("found") {
                format!("this is not JSON: {message}")
            } else {
                format!("this is not JSON: {message}, found {found}")
            };
            Refusal::new(e.line().max(1), reason)
        })
    }

    /// The line on which a value begins.
    fn line(&self, value: &RawValue) -> usize {
        let start = value.get().as_ptr().addr();
        let place = start.saturating_sub(self.text.as_ptr().addr());
        let place = place.min(self.text.len());
        let (from, line) = match self.known.get() {
            (from, line) if from <= place => (from, line),
            _ => (0, 1),
        };
        // A value begins at a character boundary.
        let passed = self.text.get(from..place).unwrap_or_default();
        let line = line + passed.matches('\n').count();
        self.known.set((place, line));
        line
    }

    fn refuse(&self, value: &RawValue, reason: impl Into<String>) -> Refusal {
        Refusal::new(self.line(value), reason)
    }

    fn expected(&self, value: &RawValue, what: &str) -> Refusal {
        self.refuse(value, format!("expected {what}, found {}", shown(value)))
    }

    fn members(
        &self,
        value: &'a RawValue,
        what: &str,
    ) -> Result<Vec<(String, &'a RawValue, &'a RawValue)>, Refusal> {
        let Ok(Members(members)) = serde_json::from_str(value.get()) else {
            return Err(self.expected(value, what));
        };
        let named = members.into_iter().map(|(key, value)| {
            let name = self.string(key, "a name")?;
            Ok((name, key, value))
        });
        named.collect()
    }

    fn list(&self, value: &'a RawValue, what: &str) -> Result<Vec<&'a RawValue>, Refusal> {
        serde_json::from_str(value.get()).map_err(|_| self.expected(value, what))
    }

    fn string(&self, value: &RawValue, what: &str) -> Result<String, Refusal> {
        serde_json::from_str(value.get()).map_err(|_| self.expected(value, what))
    }

    fn graph(&self) -> Result<Parsed, Refusal> {
        let whole = self.syntax()?;
        let form = "an object with the members vertices, edges, goal and h";
        let [mut vertices, mut edges, mut goal, mut h] = [None; 4];
        for (name, key, value) in self.members(whole, form)? {
            let place = match name.as_str() {
                "vertices" => &mut vertices,
                "edges" => &mut edges,
                "goal" => &mut goal,
                "h" => &mut h,
                _ => {
                    return Err(
                        self.expected(key, "one of the members vertices, edges, goal and h")
                    );
                }
            };
            if place.replace(value).is_some() {
                let reason = format!("expected each member once, found {name:?} again");
                return Err(self.refuse(key, reason));
            }
        }
        let missing = |name| {
            let reason = format!("expected a member {name:?}, found none");
            self.refuse(whole, reason)
        };
        let vertices = vertices.ok_or_else(|| missing("vertices"))?;
        let edges = edges.ok_or_else(|| missing("edges"))?;
        let mut graph = self.vertices(vertices)?;
        let mut goal_from = GoalFrom::LastVertex;
        if let Some(goal) = goal {
            let vertex = self.vertex(goal, &graph)?;
            graph = built(graph.with_goal(vertex), self.line(goal))?;
            goal_from = GoalFrom::File;
        }
        for edge in self.list(edges, "a list of edges")? {
            let read = self.edge(edge, &graph)?;
            let added = graph.add_edge(read);
            added.map_err(|e| self.refuse(edge, e.to_string()))?;
        }
        let h = h.map(|h| self.values(h, &graph)).transpose()?;
        Ok(Parsed {
            graph,
            goal_from,
            h,
        })
    }

    /// The graph without edges, the last vertex as provisional goal.
    fn vertices(&self, value: &'a RawValue) -> Result<Digraph, Refusal> {
        let what =
            format!("the number of vertices, from 1 to {MOST_VERTICES}, or a list of their names");
        if value.get().starts_with('[') {
            let list = self.list(value, &what)?;
            let names = list
                .iter()
                .map(|name| self.string(name, "the name of a vertex in quotation marks"))
                .collect::<Result<Vec<String>, Refusal>>()?;
            let last = names.len().saturating_sub(1) as Vertex;
            Digraph::named(names, [], last).map_err(|error| {
                let at = match error {
                    DigraphError::SameName { second, .. } => second,
                    DigraphError::NoName(vertex) => vertex,
                    _ => return self.refuse(value, error.to_string()),
                };
                let at = list.get(at as usize).copied().unwrap_or(value);
                let reason = match error {
                    DigraphError::SameName { name, .. } => {
                        let name = found(&name);
                        format!("expected names that are all different, found {name} twice")
                    }
                    _ => "expected the name of a vertex, found an empty one".to_owned(),
                };
                self.refuse(at, reason)
            })
        } else {
            match count(value.get()) {
                Some(n) if (1..=MOST_VERTICES as u64).contains(&n) => {
                    let made = Digraph::numbered(n as u32, 0, [], n as Vertex - 1);
                    built(made, self.line(value))
                }
                _ => Err(self.expected(value, &what)),
            }
        }
    }

    fn vertex(&self, value: &RawValue, graph: &Digraph) -> Result<Vertex, Refusal> {
        let numbered = graph.first_number().is_some();
        let bare = numbered
            && value
                .get()
                .starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let name = if bare {
            value.get().to_owned()
        } else {
            let what = if numbered {
                "the number of a vertex"
            } else {
                "the name of a vertex in quotation marks"
            };
            self.string(value, what)?
        };
        let vertex = graph.vertex(&name);
        vertex.ok_or_else(|| self.refuse(value, no_vertex(graph, &name)))
    }

    fn edge(&self, value: &'a RawValue, graph: &Digraph) -> Result<Edge, Refusal> {
        let what = r#"an edge, [FROM, TO, COST] or {"from": …, "to": …, "cost": …}"#;
        let [from, to, price] = if value.get().starts_with('[') {
            let parts = self.list(value, what)?;
            parts.try_into().map_err(|_| self.expected(value, what))?
        } else {
            self.edge_members(value, what)?
        };
        Ok(Edge {
            from: self.vertex(from, graph)?,
            to: self.vertex(to, graph)?,
            cost: cost(price.get()).map_err(|reason| self.refuse(price, reason))?,
        })
    }

    fn edge_members(&self, value: &'a RawValue, what: &str) -> Result<[&'a RawValue; 3], Refusal> {
        const NAMES: [&str; 3] = ["from", "to", "cost"];
        let mut parts = [None; 3];
        for (name, key, part) in self.members(value, what)? {
            let Some(place) = NAMES.iter().position(|&n| n == name) else {
                return Err(self.expected(key, "one of the members from, to and cost"));
            };
            if parts[place].replace(part).is_some() {
                let reason = format!("expected each member once, found {name:?} again");
                return Err(self.refuse(key, reason));
            }
        }
        let [Some(from), Some(to), Some(price)] = parts else {
            return Err(self.expected(value, what));
        };
        Ok([from, to, price])
    }

    /// One value for each vertex, as an object or a list.
    fn values(&self, value: &'a RawValue, graph: &Digraph) -> Result<Vec<i32>, Refusal> {
        let what = "values of h, as an object or a list";
        let mut values = Filling::new(graph);
        let read = |h: &RawValue| estimate(h.get()).map_err(|reason| self.refuse(h, reason));
        if value.get().starts_with('[') {
            let list = self.list(value, what)?;
            if list.len() != graph.vertices() as usize {
                let reason = format!(
                    "expected a value of h for each of the {} vertices, found {}",
                    graph.vertices(),
                    list.len()
                );
                return Err(self.refuse(value, reason));
            }
            for (vertex, h) in (0..).zip(list) {
                values.set(self.line(h), vertex, read(h)?)?;
            }
        } else {
            for (name, key, h) in self.members(value, what)? {
                let vertex = graph.vertex(&name);
                let vertex = vertex.ok_or_else(|| self.refuse(key, no_vertex(graph, &name)))?;
                values.set(self.line(key), vertex, read(h)?)?;
            }
        }
        values.finish(self.line(value))
    }
}

/// A value as written, shortened if too long.
fn shown(value: &RawValue) -> String {
    let text = value.get();
    // A string has its own quotation marks.
    let short = text.chars().nth(40).is_none();
    if text.starts_with('"') && short && !text.contains('\\') {
        return text.to_owned();
    }
    found(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        let error = Reader::new(text).graph().unwrap_err();
        error.to_string()
    }

    #[test]
    fn both_spellings_of_an_edge_and_of_h() {
        let one = r#"{"vertices": ["s", "t"], "goal": "s", "edges": [["s", "t", 3]], "h": [1, 2]}"#;
        let two = r#"{"h": {"t": 2, "s": 1}, "edges": [{"cost": 3, "to": "t", "from": "s"}],
            "vertices": ["\u0073", "t"], "goal": "s"}"#;
        let parsed = [one, two].map(|text| Reader::new(text).graph().unwrap());
        let [one, two] = parsed.map(|p| (write(&p.graph, p.h.as_deref()), p.graph.goal()));
        assert_eq!(one, two);
        assert_eq!(one.1, 0);
    }

    #[test]
    fn lines_are_those_of_the_value() {
        let text = "{\"vertices\": 2,\n\"edges\": [\n[0, 1, 3],\n[0,\n1,\n-3]],\n\"h\": [1,\n2]}";
        assert_eq!(
            refused(text),
            "line 6: a cost is an integer from 1 to 4294967295, found \"-3\""
        );
        let text = text.replace("-3", "3").replace("\n2]", "\n\n1.5]");
        assert_eq!(
            refused(&text),
            "line 9: a value of h is an integer from -2147483648 to 2147483647, found \"1.5\""
        );
    }

    #[test]
    fn lines_are_right_in_any_order_of_members() {
        let text = "{\"h\": [0, 0],\n\"edges\": [[0, 1, 0]],\n\n\"goal\": 1,\n\"vertices\": 2}";
        assert!(
            refused(text).starts_with("line 2: a cost"),
            "{}",
            refused(text)
        );
        let text = text.replace("1, 0]]", "1, 1]]").replace("[0, 0]", "[0]");
        assert!(
            refused(&text).starts_with("line 1: expected a value"),
            "{}",
            refused(&text)
        );
    }

    #[test]
    fn duplicate_and_unknown_members_are_rejected() {
        let twice = "{\"vertices\": 2, \"edges\": [], \"h\": {\"0\": 1,\n\"1\": 2,\n\"0\": 3}}";
        assert_eq!(
            refused(twice),
            "line 3: expected one value of h for each vertex, found a second one for \"0\": 3, after 1 on line 1"
        );
        let again = "{\"vertices\": 2, \"edges\": [],\n\"edges\": []}";
        assert_eq!(
            refused(again),
            "line 2: expected each member once, found \"edges\" again"
        );
    }

    #[test]
    fn deep_nesting_is_rejected() {
        let deep = format!(
            "{{\"vertices\": {}{}, \"edges\": []}}",
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        assert!(
            refused(&deep).starts_with("line 1: expected"),
            "{}",
            refused(&deep)
        );
    }
}
