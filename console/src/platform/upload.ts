import type { Endpoint, ReplyOf, RequestOf } from '@brigade/contract/endpoint.ts'
import { headersNow, parsed, reportFailure, transportError, type CallOptions } from './call.ts'
import { isEnvelope, refusalOf } from './envelope.ts'
import { tokenNow } from './session.ts'

type UploadEndpoint = Endpoint & { bodyKind: 'upload' }

/**
 * Sends one file, multipart, field `file`; `onProgress` gets the share sent, 0 to 1. It uses XMLHttpRequest, because fetch reports no
 * progress.
 */
export function upload<E extends UploadEndpoint>(
  endpoint: E,
  file: Blob,
  fields: RequestOf<E>,
  options: CallOptions & { name?: string; onProgress?: (share: number) => void } = {},
): Promise<ReplyOf<E>> {
  const form = new FormData()
  // The fields precede the file, so that the server knows its purpose when the file begins to arrive.
  for (const [key, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(key, String(value))
  form.append('file', file, options.name ?? (file instanceof File ? file.name : 'file'))

  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(reportFailure(error, options))
    const token = tokenNow()
    const request = new XMLHttpRequest()
    request.open(endpoint.method, endpoint.path)
    for (const [name, value] of Object.entries(headersNow())) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onerror = () => fail(transportError())
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      const body = parsed(request.responseText)
      if (request.status >= 400 || !isEnvelope(body) || !body.success)
        return fail(refusalOf(request.status, body, token))
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the server validates each reply against this very schema
      resolve(body.data as ReplyOf<E>)
    }
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
