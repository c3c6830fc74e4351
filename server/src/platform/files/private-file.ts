import { chmodSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Files of this program alone: other accounts on the machine can neither read nor write them. */
export const privateMode = 0o600
/** The mode of folders that are created for such files. */
export const privateFolderMode = 0o700

/** Writes a whole file. The mode of an existing one is set too: a former version may have left it open to others. */
export function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: privateMode })
  chmodSync(path, privateMode)
}

/** Appends to a file; returns when the text is on the disk. */
export async function appendPrivate(path: string, text: string): Promise<void> {
  const file = await open(path, 'a', privateMode)
  try {
    await file.chmod(privateMode)
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
