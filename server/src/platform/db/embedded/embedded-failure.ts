/** The embedded PostgreSQL cannot be used; the message is one line for the person who starts the program. */
export class EmbeddedPostgresFailed extends Error {
  override name = 'EmbeddedPostgresFailed'
}
