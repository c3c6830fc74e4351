import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { download } from '../platform/call.ts'
import { Icon } from '../ui/icon/icon.tsx'
import css from './product-picture.module.css'

/** An uploaded picture as an address of this page: reading a file needs the token, so its own address cannot be shown. */
export function usePicture(fileId: string | null | undefined): string | undefined {
  const id = fileId ?? ''
  const { data } = useQuery({
    queryKey: ['file', 'read', id],
    queryFn: async ({ signal }) =>
      URL.createObjectURL((await download(fileApi.read, { id }, { quiet: true, signal })).blob),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  return id === '' ? undefined : data
}

type Props = { kind: DeviceKind; fileId: string | null; size?: 'small' | 'card' | 'head' }

/** The picture of a model, or the outline of its kind. Its name stands beside it. */
export function ProductPicture({ kind, fileId, size = 'small' }: Props) {
  const address = usePicture(fileId)
  return (
    <span className={`${css.picture} ${css[size]}`} aria-hidden="true">
      {address === undefined ? <Icon name={kind === 'oven' ? 'oven' : 'fridge'} /> : <img src={address} alt="" />}
    </span>
  )
}
