import type { Endpoint, FileReply } from '@brigade/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { download } from '../../platform/call.ts'

type FileCall = Endpoint & { reply: FileReply }

/** An uploaded picture as an address of this page: reading a file needs the token, so its own address cannot be shown. */
export function useFileAddress(read: FileCall, fileId: string | null | undefined): string | undefined {
  const id = fileId ?? ''
  const { data } = useQuery({
    queryKey: [read.domain, read.name, id],
    queryFn: async ({ signal }) => URL.createObjectURL((await download(read, { id }, { quiet: true, signal })).blob),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return id === '' ? undefined : data
}
