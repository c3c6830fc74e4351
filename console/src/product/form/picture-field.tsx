import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFileChoice } from '../../ui/field/use-file-choice.ts'
import { modelText } from '../model.text.ts'
import { ProductPicture } from '../product-picture.tsx'
import css from './form.module.css'
import { productFormText } from './form.text.ts'

const ImageCrop = lazy(() =>
  import('../../ui/image-crop/image-crop.tsx').then((module) => ({ default: module.ImageCrop })),
)

type Props = { kind: DeviceKind; fileId: string | null; onChange: (fileId: string | null) => void }

/** One picture, cropped to a square; wrong size or type is said at once. */
export function PictureField({ kind, fileId, onChange }: Props) {
  const w = useWords(productFormText)
  const m = useWords(modelText)
  const [chosen, setChosen] = useState<File | null>(null)
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    accept: avatarLimits.extensions,
    maxBytes: pictureKinds.product.maxBytes,
    onChosen: setChosen,
  })
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'product' }, { quiet: true, name: 'product.jpg' })
    onChange(id)
  }
  const change = fileId === null ? w.addPicture : w.changePicture
  return (
    <div className={css.picture} role="group" aria-label={m.picture}>
      <ProductPicture kind={kind} fileId={fileId} size="card" />
      <div className={css.side}>
        <div className={css.buttons}>
          <Button size="small" icon="upload" onClick={open}>
            {change}
          </Button>
          {fileId === null ? null : (
            <Button size="small" look="quiet" onClick={() => onChange(null)}>
              {w.removePicture}
            </Button>
          )}
        </div>
        <span className={`${css.hint} ${wrong === null ? '' : css.wrong}`} role={wrong === null ? undefined : 'alert'}>
          {wrong === 'size' ? w.pictureTooBig : wrong === 'type' ? w.pictureWrongType : w.pictureHint}
        </span>
        <input {...inputProps} aria-label={change} />
      </div>
      <Suspense fallback={null}>
        {chosen === null ? null : (
          <ImageCrop file={chosen} shape="square" onClose={() => setChosen(null)} onCropped={send} />
        )}
      </Suspense>
    </div>
  )
}
