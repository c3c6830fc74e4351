import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { pictureKinds } from '@brigade/contract/file/file.model.ts'
import { avatarLimits } from '@brigade/contract/session/session.model.ts'
import { useState } from 'react'
import { CallError } from '../../platform/call-error.ts'
import { useWords } from '../../platform/locale.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button/button.tsx'
import { useFileChoice } from '../../ui/field/use-file-choice.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { shrinkPicture } from '../../ui/picture/shrink-picture.ts'
import { useFileAddress } from '../../ui/picture/use-file-address.ts'
import css from '../fault.module.css'
import { actText, codeText } from '../fault.text.ts'

type Props = { fileId: string | null; error: string | undefined; onChange: (fileId: string | null) => void }

const maxChosenBytes = 30 * 1_048_576

/** One picture shows the part to check. The picture is never cropped. */
export function CodePicture({ fileId, error, onChange }: Props) {
  const w = useWords(codeText)
  const a = useWords(actText)
  const address = useFileAddress(fileApi.read, fileId)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const send = async (file: File): Promise<void> => {
    setBusy(true)
    setRefused(null)
    try {
      const picture = await shrinkPicture(file, pictureKinds.code.fit.width)
      const { id } = await upload(fileApi.upload, picture, { kind: 'code' }, { quiet: true, name: 'code.jpg' })
      onChange(id)
    } catch (problem) {
      setRefused(problem instanceof CallError ? problem.message : a.photoUnreadable)
    } finally {
      setBusy(false)
    }
  }
  const { wrong, open, inputProps } = useFileChoice({
    mediaTypes: avatarLimits.mediaTypes,
    maxBytes: maxChosenBytes,
    onChosen: (file) => void send(file),
  })
  const problem = wrong === 'size' ? w.pictureTooBig : wrong === 'type' ? a.photoWrongType : (refused ?? error)
  return (
    <Stack gap="8" paddingBottom="12" role="group" aria-label={w.picture}>
      <Text tone="ink-2">{w.picture}</Text>
      {address === undefined ? null : <img className={css.illustration} src={address} alt="" />}
      <Row gap="8" wrap>
        <Button size="small" icon="upload" busy={isBusy} onClick={open}>
          {fileId === null ? w.addPicture : w.changePicture}
        </Button>
        {fileId === null ? null : (
          <Button size="small" look="quiet" onClick={() => onChange(null)}>
            {w.removePicture}
          </Button>
        )}
        <input {...inputProps} aria-label={w.picture} />
      </Row>
      {problem === undefined ? (
        <Text tone="ink-3" size="xs">
          {w.pictureHint}
        </Text>
      ) : (
        <Text.p tone="bad" role="alert">
          {problem}
        </Text.p>
      )}
    </Stack>
  )
}
