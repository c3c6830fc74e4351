import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { Suspense, lazy, useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { upload } from '../platform/upload.ts'
import { Button } from '../ui/button/button.tsx'
import { useFileChoice } from '../ui/field/use-file-choice.ts'
import { Avatar } from './avatar.tsx'
import css from './personal-info.module.css'
import { profileText } from './session.text.ts'

const ImageCrop = lazy(() =>
  import('../ui/image-crop/image-crop.tsx').then((module) => ({ default: module.ImageCrop })),
)

type Props = { name: string; file: string; onChange: (file: string) => void }

/** Spec 5, Avatar upload: one file, at most 1 MB, jpg png gif, cropped to a circle; wrong size or type gives a warning. */
export function AvatarField({ name, file, onChange }: Props) {
  const w = useWords(profileText)
  const [chosen, setChosen] = useState<File | null>(null)
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    accept: avatarLimits.extensions,
    maxBytes: avatarLimits.maxBytes,
    onChosen: setChosen,
  })
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'avatar' }, { quiet: true, name: 'avatar.jpg' })
    onChange(id)
  }
  return (
    <div className={css.picture}>
      <Avatar name={name} file={file} size="large" />
      <div className={css.side}>
        <div className={css.buttons}>
          <Button size="small" icon="upload" onClick={open}>
            {w.changePicture}
          </Button>
          {file === '' ? null : (
            <Button size="small" look="quiet" onClick={() => onChange('')}>
              {w.removePicture}
            </Button>
          )}
        </div>
        <span className={`${css.hint} ${wrong === null ? '' : css.wrong}`} role={wrong === null ? undefined : 'alert'}>
          {wrong === 'size' ? w.pictureTooBig : wrong === 'type' ? w.pictureWrongType : w.pictureHint}
        </span>
        <input {...inputProps} aria-label={w.changePicture} />
      </div>
      <Suspense fallback={null}>
        {chosen === null ? null : <ImageCrop file={chosen} onClose={() => setChosen(null)} onCropped={send} />}
      </Suspense>
    </div>
  )
}
