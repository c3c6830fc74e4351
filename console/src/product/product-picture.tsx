import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { useFileAddress } from '../ui/picture/use-file-address.ts'
import { Icon } from '../ui/icon/icon.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import css from './product-picture.module.css'

export const usePicture = (fileId: string | null | undefined): string | undefined =>
  useFileAddress(fileApi.read, fileId)

type Props = { kind: DeviceKind; fileId: string | null; size?: 'small' | 'card' | 'head' }

/** Shows the picture of a model, or the outline of its kind. Its name appears beside it. */
export function ProductPicture({ kind, fileId, size = 'small' }: Props) {
  const address = usePicture(fileId)
  return (
    <Stack.span
      align="center"
      justifyItems="center"
      overflow="hidden"
      border="line"
      radius="s"
      ground="canvas"
      tone="ink-4"
      rigid
      className={`${css.picture} ${css[size]}`}
      aria-hidden="true"
    >
      {address === undefined ? <Icon name={kind === 'oven' ? 'oven' : 'fridge'} /> : <img src={address} alt="" />}
    </Stack.span>
  )
}
