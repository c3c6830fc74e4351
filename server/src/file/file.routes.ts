import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { implement } from '../platform/http/implement.ts'
import { readFile } from './read-file.ts'
import { uploadFile } from './upload-file.ts'

export const fileRoutes = implement(fileApi, { read: readFile, upload: uploadFile })
