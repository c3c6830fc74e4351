import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { Suspense, lazy, useRef, useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { upload } from '../platform/upload.ts'
import { Button } from '../ui/button/button.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [warning, setWarning] = useState<'size' | 'type' | null>(null)
  const choose = (picked: File | undefined): void => {
    if (picked === undefined) return
    const isType = avatarLimits.mediaTypes.some((type) => type === picked.type)
    setWarning(!isType ? 'type' : picked.size > avatarLimits.maxBytes ? 'size' : null)
    if (isType && picked.size <= avatarLimits.maxBytes) setChosen(picked)
  }
  const send = async (picture: Blob): Promise<void> => {
    const { id } = await upload(fileApi.upload, picture, { kind: 'avatar' }, { quiet: true, name: 'avatar.jpg' })
    onChange(id)
  }
  return (
    <div className={css.picture}>
      <Avatar name={name} file={file} size="large" />
      <div className={css.side}>
        <div className={css.buttons}>
          <Button size="small" icon="upload" onClick={() => input.current?.click()}>
            {w.changePicture}
          </Button>
          {file === '' ? null : (
            <Button size="small" look="quiet" onClick={() => onChange('')}>
              {w.removePicture}
            </Button>
          )}
        </div>
        <span
          className={`${css.hint} ${warning === null ? '' : css.wrong}`}
          role={warning === null ? undefined : 'alert'}
        >
          {warning === 'size' ? w.pictureTooBig : warning === 'type' ? w.pictureWrongType : w.pictureHint}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={w.changePicture}
          accept={avatarLimits.extensions.join(',')}
          onChange={(event) => {
            choose(event.currentTarget.files?.[0])
            // The same file may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </div>
      <Suspense fallback={null}>
        {chosen === null ? null : <ImageCrop file={chosen} onClose={() => setChosen(null)} onCropped={send} />}
      </Suspense>
    </div>
  )
}
