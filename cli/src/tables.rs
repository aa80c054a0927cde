//! Tables of the data folder, with bars for those that are made.

use super::context::{Context, Failure, available_memory};
use super::output::Stages;
use admit::pdb::Proved;
use admit::pdb::cube::{CubeTable, CubeTableSpec, Order, StoreEvent, TableStore};
use std::path::PathBuf;
use std::sync::Arc;

/// The tables of the data folder; what happens to them is logged.
pub(super) fn store(context: &Context) -> Result<TableStore, Failure> {
    let store = TableStore::new(context.data()?);
    Ok(store.on_event(|event| match event {
        StoreEvent::Opened(file) => tracing::debug!(file = %file.display(), "a table is opened"),
        StoreEvent::Saved(file) => {
            tracing::info!(file = %file.display(), "a table was made and kept");
        }
        StoreEvent::NotSaved(error) => tracing::warn!("the table was not kept: {error}"),
        _ => {}
    }))
}

/// A table of the data folder, made under a bar if it is not there.
pub(super) fn table(
    store: &mut TableStore,
    spec: impl Into<CubeTableSpec>,
) -> Result<Arc<CubeTable>, Failure> {
    let spec = spec.into();
    table_in(store, spec, Order::best_for(&spec.pattern))
}

/// A table of the data folder, made if it is not there, and proved.
pub(super) fn proved(
    store: &mut TableStore,
    spec: &CubeTableSpec,
) -> Result<Proved<CubeTable>, Failure> {
    let stages = Stages::new();
    let options = stages.options().memory(available_memory());
    Ok(store.proved(spec, &options)?)
}

/// The same; a min-compressed one in this order.
pub(super) fn table_in(
    store: &mut TableStore,
    spec: CubeTableSpec,
    order: Order,
) -> Result<Arc<CubeTable>, Failure> {
    let stages = Stages::new();
    let options = stages.options().memory(available_memory());
    Ok(store.table_in(&spec, order, &options)?)
}

/// Where to write a table: where the person said, else where it is kept.
pub(super) fn place(
    context: &Context,
    out: Option<&PathBuf>,
    spec: &CubeTableSpec,
    order: Order,
) -> Result<PathBuf, Failure> {
    match out {
        Some(file) => Ok(file.clone()),
        None => Ok(store(context)?.path(spec, order)),
    }
}

/// Opens a table that is named by its file, here or in the data folder, or by its pattern.
pub(super) fn open(context: &Context, name: &str) -> Result<(PathBuf, Arc<CubeTable>), Failure> {
    let mut store = store(context)?;
    let path = find(&store, name)?;
    let table = store.open(&path)?;
    Ok((path, table))
}

fn find(store: &TableStore, name: &str) -> Result<PathBuf, Failure> {
    store.find(name).map_err(|error| match error {
        admit::pdb::cube::StoreError::Missing { pattern, .. } => {
            format!("{error}; build it with: admit pdb build {pattern}").into()
        }
        error => error.into(),
    })
}
