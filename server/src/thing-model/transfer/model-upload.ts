import type { ModelFile } from '@brigade/contract/thing-model/transfer/as-written.ts'
import { readModelText, type ModelFileIssue } from '@brigade/contract/thing-model/transfer/read-model-files.ts'
import { modelFileLimits } from '@brigade/contract/thing-model/model-draft.model.ts'
import { isInGbk } from '../../platform/files/in-gbk.ts'
import { pathOfUnreadable } from '../../platform/http/input/decode.ts'
import type { Upload } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { ArchiveBroken, ArchiveTooBig, readArchive, readEntry } from '../../platform/zip/read-archive.ts'

/** The documents in an upload, and the faults of files that are none. */
export type UploadedDocuments = Readonly<{ files: readonly ModelFile[]; issues: readonly ModelFileIssue[] }>

const archiveLimits = {
  maxEntries: modelFileLimits.zipFiles,
  maxUnfoldedBytes: 10 * 1024 * 1024,
  maxRatio: 200,
} as const

/** One document, or a ZIP of several, regardless of the file's name. */
export async function readModelUpload({ bytes }: Upload): Promise<UploadedDocuments> {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return readArchived(bytes)
  const maxBytes = modelFileLimits.jsonBytes
  if (bytes.length > maxBytes) refuse('file.tooBig', { maxBytes })
  return readDocument('', bytes)
}

async function readArchived(bytes: Buffer): Promise<UploadedDocuments> {
  try {
    const entries = [...readArchive(bytes, archiveLimits).values()].filter(({ name }) => !isByTheWay(name))
    const read: UploadedDocuments[] = []
    for (const entry of entries) read.push(readDocument(entry.name, await readEntry(bytes, entry)))
    return { files: read.flatMap(({ files }) => files), issues: read.flatMap(({ issues }) => issues) }
  } catch (error) {
    if (error instanceof ArchiveTooBig) return { files: [], issues: [issueOf('', 'thingModel.zipTooLarge')] }
    if (error instanceof ArchiveBroken) return { files: [], issues: [issueOf('', 'thingModel.brokenZip')] }
    throw error
  }
}

/** Folders, and the metadata files that macOS adds. */
const isByTheWay = (name: string): boolean => name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name)

function readDocument(name: string, bytes: Buffer): UploadedDocuments {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { files: [], issues: [issueOf(name, isInGbk(bytes) ? 'field.gbk' : 'thingModel.notJson')] }
  }
  const read = readModelText(text, name)
  if (!read.ok) return { files: [], issues: read.issues }
  const unreadable = pathOfUnreadable(read.json)
  if (unreadable !== undefined) return { files: [], issues: [issueOf(name, 'field.invalid', unreadable)] }
  return { files: [{ name, json: read.json }], issues: [] }
}

const issueOf = (file: string, message: string, path: PropertyKey[] = []): ModelFileIssue => ({
  file,
  issue: { code: 'custom', message, path, input: undefined },
})
