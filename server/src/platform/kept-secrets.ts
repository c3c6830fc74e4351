import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from './error-code.ts'

/** A setting that cannot be used; the message is one line for the person who starts the program. */
export class SettingsRefused extends Error {
  override name = 'SettingsRefused'
}

/**
 * A text in the data folder, made at the first start. When several processes start at once, the first one's text is
 * used.
 */
function kept(path: string, what: string, made: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new SettingsRefused(`The ${what} cannot be kept in ${path}: ${String(errorCode(error))}`)
  }
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingsRefused(`The ${what} in ${path} cannot be read: ${String(errorCode(error))}`)
  }
}

// Letters without those that are easily confused.
const passwordLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const madePassword = () => Array.from({ length: 14 }, () => passwordLetters[randomInt(passwordLetters.length)]).join('')

/** Stored, because accounts are also added later. */
export function keptPreset(dataDir: string): string {
  const path = join(dataDir, 'preset.password')
  const password = kept(path, 'preset password', madePassword())
  if (!/^[A-Za-z0-9]{6,14}$/.test(password))
    throw new SettingsRefused(`The preset password in ${path} is damaged: remove that file, or set PRESET_PASSWORD`)
  return password
}

export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  const secret = kept(path, 'secret key', randomBytes(32).toString('hex'))
  if (secret.length < 32)
    throw new SettingsRefused(`The secret key in ${path} is damaged: put back the one from the backup`)
  return secret
}
