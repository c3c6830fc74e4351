import { jobApi } from '@brigade/contract/job/job.endpoints.ts'
import { download, saveBlob } from '../platform/call.ts'

/** Fetches the file with the token in the header and passes it to the browser, which keeps large files on disk, not in the page. */
export async function saveJobFile(id: string): Promise<void> {
  const { blob, name } = await download(jobApi.file, { id })
  saveBlob(blob, name)
}

export async function saveJobErrors(id: string): Promise<void> {
  const { blob, name } = await download(jobApi.errors, { id })
  saveBlob(blob, name)
}
