import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { Suspense, lazy, useId, useState } from 'react'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFileChoice } from '../../ui/field/use-file-choice.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

const ImageCrop = lazy(() =>
  import('../../ui/image-crop/image-crop.tsx').then((module) => ({ default: module.ImageCrop })),
)

type ThumbProps = { fileId: string | null; size?: 'small' | 'large' }

/** The picture of a part, or an outline. Its name stands beside it. */
export function PartThumb({ fileId, size = 'small' }: ThumbProps) {
  const address = useFileAddress(fileApi.read, fileId)
  return (
    <span className={size === 'large' ? `${css.thumb} ${css.large}` : css.thumb} aria-hidden="true">
      {address === undefined ? <Icon name="box" /> : <img src={address} alt="" />}
    </span>
  )
}

type Props = { fileId: string | null; error: string | undefined; onChange: (fileId: string | null) => void }

/** One picture, cropped to a square; wrong size or type is said at once. */
export function PartPicture({ fileId, error, onChange }: Props) {
  const w = useWords(partsText)
  const hintId = useId()
  const [chosen, setChosen] = useState<File | null>(null)
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    accept: avatarLimits.extensions,
    maxBytes: pictureKinds.part.maxBytes,
    onChosen: setChosen,
  })
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'part' }, { quiet: true, name: 'part.jpg' })
    onChange(id)
  }
  const change = fileId === null ? w.addPicture : w.changePicture
  const message = wrong === 'size' ? w.pictureTooBig : wrong === 'type' ? w.pictureWrongType : error
  return (
    <div className={css.picture} role="group" aria-label={w.picture}>
      <PartThumb fileId={fileId} size="large" />
      <div className={css.pictureSide}>
        <span className={css.buttons}>
          <Button size="small" icon="upload" onClick={open}>
            {change}
          </Button>
          {fileId === null ? null : (
            <Button size="small" look="quiet" onClick={() => onChange(null)}>
              {w.removePicture}
            </Button>
          )}
        </span>
        <span id={hintId} className={message === undefined ? css.note : css.wrongNote} role="status">
          {message ?? w.pictureHint}
        </span>
        <input {...inputProps} aria-label={change} aria-describedby={hintId} />
      </div>
      <Suspense fallback={null}>
        {chosen === null ? null : (
          <ImageCrop file={chosen} shape="square" onClose={() => setChosen(null)} onCropped={send} />
        )}
      </Suspense>
    </div>
  )
}
