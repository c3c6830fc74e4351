import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { faultLimits } from '@brigade/contract/fault/record.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { useFileChoice } from '../../ui/field/use-file-choice.ts'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { shrinkPicture } from '../../ui/picture/shrink-picture.ts'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import css from '../fault.module.css'
import { actText } from '../fault.text.ts'

/** One photo; it opens in a tab of its own, whole. */
export function Photo({ fileId, name }: { fileId: string; name: string }) {
  const address = useFileAddress(fileApi.read, fileId)
  if (address === undefined)
    return (
      <Box.span
        border="line"
        radius="s"
        overflow="hidden"
        ground="canvas"
        block
        className={css.photo}
        aria-busy="true"
      />
    )
  return (
    <Box.a
      border="line"
      radius="s"
      overflow="hidden"
      ground="canvas"
      block
      className={css.photo}
      href={address}
      target="_blank"
      rel="noreferrer"
    >
      <img src={address} alt={name} />
    </Box.a>
  )
}

type Props = { fileIds: readonly string[]; onChange: (fileIds: readonly string[]) => void }

/** A phone's photo may have up to this size before the console scales it down. */
const maxChosenBytes = 30 * 1_048_576

/** A field for up to six photos. Each is reduced in size and uploaded as soon as it is chosen. */
export function PhotoField({ fileIds, onChange }: Props) {
  const w = useWords(actText)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const send = async (file: File): Promise<void> => {
    setBusy(true)
    setRefused(null)
    try {
      const picture = await shrinkPicture(file, pictureKinds.visit.fit.width)
      const { id } = await upload(fileApi.upload, picture, { kind: 'visit' }, { quiet: true, name: 'photo.jpg' })
      onChange([...fileIds, id])
    } catch (error) {
      setRefused(error instanceof CallError ? error.message : w.photoUnreadable)
    } finally {
      setBusy(false)
    }
  }
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    maxBytes: maxChosenBytes,
    onChosen: (file) => void send(file),
  })
  const problem = wrong === null ? refused : wrong === 'size' ? w.photoTooBig : w.photoWrongType
  const isFull = fileIds.length >= faultLimits.photos
  return (
    <Stack gap="8" paddingBottom="12" role="group" aria-label={w.photos}>
      <Row gap="8" wrap className={css.photos}>
        {fileIds.map((fileId, index) => (
          <Row.span key={fileId} align="start">
            <Photo fileId={fileId} name={w.photo({ n: index + 1 })} />
            <IconButton
              icon="x"
              size="small"
              label={w.removePhoto({ n: index + 1 })}
              onClick={() => onChange(fileIds.filter((one) => one !== fileId))}
            />
          </Row.span>
        ))}
      </Row>
      <Row gap="8" wrap>
        <Button
          size="small"
          icon="upload"
          busy={isBusy}
          disabledReason={isFull ? w.photosFull : undefined}
          onClick={open}
        >
          {w.addPhoto}
        </Button>
        <input {...inputProps} aria-label={w.addPhoto} />
      </Row>
      {problem === null ? null : (
        <Text.p tone="bad" role="alert">
          {problem}
        </Text.p>
      )}
    </Stack>
  )
}
