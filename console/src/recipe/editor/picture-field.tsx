import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { jpgOrPngFiles, pictureKinds } from '@brigade/contract/file/file.model.ts'
import { useState, type ReactNode } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { useFileChoice } from '../../ui/field/use-file-choice.ts'
import { Box, Row } from '../../ui/layout/layout.tsx'
import { RecipePicture } from '../recipe-picture.tsx'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'

type Props = { fileId: string | null; error: ReactNode; onChange: (fileId: string | null) => void }

/** The picture is sent unchanged: a recipe shows all of it, so nothing is cropped. */
export function PictureField({ fileId, error, onChange }: Props) {
  const w = useWords(editorText)
  const locale = useLocale()
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<CallError | null>(null)
  const send = async (file: File): Promise<void> => {
    setSending(true)
    setRefused(null)
    try {
      onChange((await upload(fileApi.upload, file, { kind: 'recipe' }, { quiet: true })).id)
    } catch (failure) {
      setRefused(failure instanceof CallError ? failure : null)
    } finally {
      setSending(false)
    }
  }
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: jpgOrPngFiles.mediaTypes,
    accept: jpgOrPngFiles.extensions,
    maxBytes: pictureKinds.recipe.maxBytes,
    onChosen: (file) => void send(file),
  })
  const message =
    wrong === 'size' ? w.pictureTooBig : wrong === 'type' ? w.pictureWrongType : (refused?.messageIn(locale) ?? error)
  const change = fileId === null ? w.addPicture : w.changePicture
  return (
    <Box marginBottom="12" relative className={css.pictureField} data-path="pictureFileId">
      <RecipePicture fileId={fileId} size="wide" />
      <Row gap="4" className={css.pictureButtons}>
        <Button size="small" icon="upload" busy={isSending} onClick={open}>
          {change}
        </Button>
        {fileId === null ? null : (
          <IconButton size="small" icon="x" label={w.removePicture} onClick={() => onChange(null)} />
        )}
      </Row>
      <p className={message === undefined ? css.hint : css.error} role={message === undefined ? undefined : 'alert'}>
        {message ?? (isSending ? w.pictureSending : w.pictureHint)}
      </p>
      <input {...inputProps} aria-label={change} />
    </Box>
  )
}
