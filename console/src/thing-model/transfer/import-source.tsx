import { modelFileLimits } from '@brigade/contract/thing-model/model-draft.model.ts'
import { useState } from 'react'
import type { CallError } from '../../platform/call-error.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Box, Stack, Text } from '../../ui/layout/layout.tsx'
import { FileDrop } from '../../ui/table-import/file-drop.tsx'
import { uiText } from '../../ui/ui.text.ts'
import css from './transfer.module.css'
import { importText } from './transfer.text.ts'

export type Given = Readonly<{ file: Blob; name: string }>

type Props = {
  isChecking: boolean
  refused: CallError | null
  pasted: string
  onPaste: (text: string) => void
  onGiven: (given: Given) => void
  onClose: () => void
}

const { jsonBytes, zipBytes, zipFiles } = modelFileLimits
const json = String(jsonBytes / 1024)
const limits = { json, zip: String(zipBytes / 1_048_576), files: zipFiles }

/** Accepts a file, or pasted JSON. */
export function ImportSource({ isChecking, refused, pasted, onPaste, onGiven, onClose }: Props) {
  const w = useWords(importText)
  const ui = useWords(uiText)
  const locale = useLocale()
  const [way, setWay] = useState<'file' | 'paste'>(pasted === '' ? 'file' : 'paste')
  const [wrong, setWrong] = useState<'jsonTooLarge' | 'nothingPasted' | null>(null)
  const give = (file: Blob, name: string): void => {
    const isTooLarge = name.toLowerCase().endsWith('.json') && file.size > jsonBytes
    setWrong(isTooLarge ? 'jsonTooLarge' : null)
    if (!isTooLarge) onGiven({ file, name })
  }
  const givePasted = (): void => {
    if (pasted.trim() === '') setWrong('nothingPasted')
    else give(new Blob([pasted], { type: 'application/json' }), w.pastedName)
  }
  const message = wrong === null ? null : wrong === 'jsonTooLarge' ? w.jsonTooLarge({ json }) : w.nothingPasted
  const ofFile = message ?? (refused === null ? null : (refused.fieldIn('file', locale) ?? refused.messageIn(locale)))
  return (
    <>
      <Text.p paddingBottom="16" tone="ink-2">
        {w.intro}
      </Text.p>
      <Box paddingBottom="16">
        <Segments
          label={w.way}
          value={way}
          onChange={(next) => {
            setWay(next)
            setWrong(null)
          }}
          options={[
            { value: 'file', label: w.file },
            { value: 'paste', label: w.paste },
          ]}
        />
      </Box>
      {isChecking ? (
        <Stack.p gap="8" textAlign="center" tone="ink-3" className={css.waiting} role="status">
          {w.checking}
        </Stack.p>
      ) : way === 'file' ? (
        <Box paddingBottom="16">
          <FileDrop
            endings={['.json', '.zip']}
            maxBytes={zipBytes}
            hint={w.limits(limits)}
            refused={ofFile}
            onFile={(file) => give(file, file.name)}
          />
        </Box>
      ) : (
        <div className={css.paste}>
          <RefusedNote message={wrong === null ? ofFile : null} />
          <TextArea
            label={w.pasted}
            rows={12}
            value={pasted}
            error={wrong === null ? undefined : message}
            onChange={(event) => {
              setWrong(null)
              onPaste(event.currentTarget.value)
            }}
          />
        </div>
      )}
      <DialogFoot>
        <Button onClick={onClose}>{ui.cancel}</Button>
        {way === 'paste' ? (
          <Button look="primary" busy={isChecking} onClick={givePasted}>
            {w.check}
          </Button>
        ) : null}
      </DialogFoot>
    </>
  )
}
