/** A backup or a restore that cannot be done; the message is for the person at the terminal. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
}
