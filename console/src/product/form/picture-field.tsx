import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { PictureChoice } from '../../ui/image-crop/picture-choice.tsx'
import { modelText } from '../model.text.ts'
import { ProductPicture } from '../product-picture.tsx'
import { productFormText } from './form.text.ts'

type Props = { kind: DeviceKind; fileId: string | null; onChange: (fileId: string | null) => void }
const { mediaTypes, extensions } = avatarLimits

/** One picture of a model, cropped to a square. */
export function PictureField({ kind, fileId, onChange }: Props) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'product' }, { quiet: true, name: 'product.jpg' })
    onChange(id)
  }
  return (
    <PictureChoice
      label={m.picture}
      shown={<ProductPicture kind={kind} fileId={fileId} size="card" />}
      words={{
        change: fileId === null ? w.addPicture : w.changePicture,
        remove: w.removePicture,
        hint: w.pictureHint,
        tooBig: w.pictureTooBig,
        wrongType: w.pictureWrongType,
      }}
      limits={{ mediaTypes, accept: extensions, maxBytes: pictureKinds.product.maxBytes }}
      shape="square"
      onCropped={send}
      onRemove={fileId === null ? undefined : () => onChange(null)}
    />
  )
}
