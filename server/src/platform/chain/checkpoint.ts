import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { errorCode } from '../error-code.ts'

/**
 * The record that leaves the machine every hour: the length of the chain, its head, and the head of the checkpoint
 * before.
 */
export type Checkpoint = Readonly<{ n: bigint; head: Buffer; previous: Buffer; madeAt: string; signature: Buffer }>
type Unsigned = Omit<Checkpoint, 'signature'>

/**
 * The key that signs checkpoints; made at the first use. It is stored outside the database and its backup: access to
 * either alone does not suffice to sign.
 */
export async function checkpointKey({ checkpointKeyFile: file }: { checkpointKeyFile: string }): Promise<KeyObject> {
  try {
    return createPrivateKey(await readFile(file))
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  try {
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process made it first.
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return createPrivateKey(await readFile(file))
}

const textOf = ({ n, head, previous, madeAt }: Unsigned) =>
  Buffer.from(`brigade log checkpoint\n${n}\n${head.toString('hex')}\n${previous.toString('hex')}\n${madeAt}\n`)

export const signCheckpoint = (key: KeyObject, checkpoint: Unsigned): Checkpoint => ({
  ...checkpoint,
  signature: sign(null, textOf(checkpoint), key),
})

export const isSignedBy = (key: KeyObject, checkpoint: Checkpoint): boolean =>
  verify(null, textOf(checkpoint), key.type === 'private' ? createPublicKey(key) : key, checkpoint.signature)

type Stored = Omit<Checkpoint, 'n'> & Readonly<{ n: bigint | string }>

/** The JSON form of a checkpoint. */
export const checkpointFields = ({ n, head, previous, madeAt, signature }: Stored) => ({
  n: String(n),
  head: head.toString('hex'),
  previous: previous.toString('hex'),
  madeAt: new Date(madeAt).toISOString(),
  signature: signature.toString('hex'),
})

export const checkpointLine = (checkpoint: Checkpoint): string => `${JSON.stringify(checkpointFields(checkpoint))}\n`

const Hex = z
  .string()
  .regex(/^([0-9a-f]{2})+$/)
  .transform((text) => Buffer.from(text, 'hex'))
export const CheckpointFields = z.object({
  n: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform((text) => BigInt(text)),
  head: Hex,
  previous: Hex,
  madeAt: z.string(),
  signature: Hex,
})

/** Reads the checkpoints of a file, one a line. Throws on an invalid line. */
export const readCheckpoints = (text: string): Checkpoint[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => CheckpointFields.parse(JSON.parse(line)))

export async function leaveInFile(file: string, checkpoint: Checkpoint): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  // Every account of the machine may read the file, so that it can be copied elsewhere; it contains only hashes.
  await appendFile(file, checkpointLine(checkpoint), { mode: 0o644 })
}
