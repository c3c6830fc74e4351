import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useId, useState } from 'react'
import { CallError } from '../../../platform/call-error.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { upload } from '../../../platform/upload.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useFileChoice } from '../../../ui/field/use-file-choice.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { usePicture } from '../../product-picture.tsx'
import css from './edit.module.css'
import { editText } from './edit.text.ts'

type Props = { label: string; path: string; file: string | undefined; onChange: (file: string | undefined) => void }

/** The picture of a step: sent at once when it is chosen, and shown here and on the phone. */
export function PictureField({ label, path, file, onChange }: Props) {
  const w = useWords(editText)
  const locale = useLocale()
  const hintId = useId()
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const address = usePicture(file)

  const send = async (picked: File): Promise<void> => {
    setRefusal(null)
    setShare(0)
    try {
      const { id } = await upload(fileApi.upload, picked, { kind: 'guide' }, { quiet: true, onProgress: setShare })
      onChange(id)
    } catch (error) {
      setRefusal(error instanceof CallError ? error : null)
    } finally {
      setShare(null)
    }
  }
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    maxBytes: pictureKinds.guide.maxBytes,
    onChosen: (picked) => void send(picked),
  })
  const refused =
    wrong === 'size'
      ? w.pictureTooBig
      : wrong === 'type'
        ? w.pictureWrongType
        : refusal === null
          ? undefined
          : (refusal.fieldIn('file', locale) ?? refusal.messageIn(locale))
  return (
    <Row gap="12" paddingBottom="8" shrink data-path={path}>
      <Stack.span
        align="center"
        justifyItems="center"
        overflow="hidden"
        radius="s"
        tone="ink-4"
        ground="paper"
        rigid
        className={css.thumb}
      >
        {address === undefined ? <Icon name="upload" size="large" /> : <img src={address} alt="" />}
      </Stack.span>
      <Stack gap="2" shrink className={css.pictureSide}>
        <Text size="xs" line="16" tone="ink-3" weight="500">
          {label}
        </Text>
        <Row.span gap="4">
          <Button
            size="small"
            busy={share !== null}
            aria-label={`${label}: ${file === undefined ? w.choosePicture : w.replacePicture}`}
            onClick={open}
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
        </Row.span>
        <span className={refused === undefined ? css.note : css.wrongNote} id={hintId} role="status">
          {share !== null ? w.pictureSending({ percent: Math.round(share * 100) }) : (refused ?? w.pictureHint)}
        </span>
        <input {...inputProps} aria-label={label} aria-describedby={hintId} />
      </Stack>
    </Row>
  )
}
