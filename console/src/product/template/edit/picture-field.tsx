import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { useId, useRef, useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { upload } from '../../../platform/upload.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { usePicture } from '../../product-picture.tsx'
import css from './edit.module.css'
import { editText } from './edit.text.ts'

type Props = { label: string; path: string; file: string | undefined; onChange: (file: string | undefined) => void }

const types = ['image/jpeg', 'image/png', 'image/gif']
const maxBytes = 2_097_152

/** The picture of a step: sent at once when it is chosen, and shown here and on the phone. */
export function PictureField({ label, path, file, onChange }: Props) {
  const w = useWords(editText)
  const locale = useLocale()
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const [wrong, setWrong] = useState<'size' | 'type' | CallError | null>(null)
  const address = usePicture(file)

  const take = async (picked: File | undefined): Promise<void> => {
    if (picked === undefined) return
    if (!types.includes(picked.type)) return setWrong('type')
    if (picked.size > maxBytes) return setWrong('size')
    setWrong(null)
    setShare(0)
    try {
      const { id } = await upload(fileApi.upload, picked, { kind: 'guide' }, { quiet: true, onProgress: setShare })
      onChange(id)
    } catch (error) {
      setWrong(error instanceof CallError ? error : null)
    } finally {
      setShare(null)
    }
  }
  const refused =
    wrong === 'size'
      ? w.pictureTooBig
      : wrong === 'type'
        ? w.pictureWrongType
        : wrong === null
          ? undefined
          : (wrong.fieldIn('file', locale) ?? wrong.messageIn(locale))
  return (
    <div className={css.picture} data-path={path}>
      <span className={css.thumb}>
        {address === undefined ? <Icon name="upload" size="large" /> : <img src={address} alt="" />}
      </span>
      <div className={css.pictureSide}>
        <span className={css.fieldLabel}>{label}</span>
        <span className={css.buttons}>
          <Button
            size="small"
            busy={share !== null}
            aria-label={`${label}: ${file === undefined ? w.choosePicture : w.replacePicture}`}
            onClick={() => input.current?.click()}
          >
            {file === undefined ? w.choosePicture : w.replacePicture}
          </Button>
          {file === undefined ? null : (
            <Button
              size="small"
              look="quiet"
              aria-label={`${label}: ${w.removePicture}`}
              onClick={() => onChange(undefined)}
            >
              {w.removePicture}
            </Button>
          )}
        </span>
        <span className={refused === undefined ? css.note : css.wrongNote} id={hintId} role="status">
          {share !== null ? w.pictureSending({ percent: Math.round(share * 100) }) : (refused ?? w.pictureHint)}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label={label}
          aria-describedby={hintId}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            // The same file may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
