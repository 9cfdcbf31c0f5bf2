/** The database did not answer in time, or was lost, before anything was done: it can be asked again. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

/** The database did not answer in time, or was lost, while it changed something: whether that was done is not known. */
export class DatabaseOutcomeUnknown extends Error {
  override readonly name = 'DatabaseOutcomeUnknown';
}
