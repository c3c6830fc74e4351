import { useId, useRef, useState, type DragEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../button/button.tsx'
import { RefusedNote } from '../dialog/refused-note.tsx'
import { Icon } from '../icon/icon.tsx'
import { Row, Stack } from '../layout/layout.tsx'
import css from './file-drop.module.css'
import { fileDropText } from './file-drop.text.ts'

type Props = {
  /** Endings with the dot: `.xlsx`. */
  endings: readonly string[]
  maxBytes: number
  /** Describes the allowed formats, size and rows. */
  hint: string
  onFile: (file: File) => void
  /** Why the previous file was not accepted. */
  refused?: string | null
}

/** Accepts one file, dropped or chosen. A file of another type or size is refused before it is sent. */
export function FileDrop({ endings, maxBytes, hint, onFile, refused = null }: Props) {
  const w = useWords(fileDropText)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const [wrong, setWrong] = useState<'ending' | 'size' | 'empty' | null>(null)
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file === undefined) return
    const fault = faultOf(file, endings, maxBytes)
    setWrong(fault)
    if (fault === null) onFile(file)
  }
  const drag = (event: DragEvent, isInside: boolean): void => {
    event.preventDefault()
    setOver(isInside)
  }
  const messages = {
    ending: w.fileEnding({ endings: endings.join(w.listMark) }),
    size: w.fileSize({ mb: Math.floor(maxBytes / 1_048_576) }),
    empty: w.fileEmpty,
  }
  return (
    <>
      <RefusedNote message={wrong === null ? refused : messages[wrong]} />
      <Stack
        gap="8"
        padding="24 16"
        justifyItems="center"
        radius="m"
        ground="canvas"
        textAlign="center"
        className={`${css.drop} ${isOver ? css.over : ''}`}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          take(event.dataTransfer.files)
        }}
      >
        <Icon name="upload" />
        <Row.p gap="8" align="center">
          {w.dropFile} <Button onClick={() => input.current?.click()}>{w.chooseFile}</Button>
        </Row.p>
        <Row.p gap="8" align="center" size="xs" tone="ink-3" id={hintId}>
          {hint}
        </Row.p>
        <input
          ref={input}
          type="file"
          hidden
          accept={endings.join(',')}
          aria-label={w.chooseFile}
          aria-describedby={hintId}
          onChange={(event) => {
            take(event.currentTarget.files)
            // The same file, corrected, may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </Stack>
    </>
  )
}

function faultOf(
  { name, size }: File,
  endings: readonly string[],
  maxBytes: number,
): 'ending' | 'size' | 'empty' | null {
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) return 'ending'
  if (size > maxBytes) return 'size'
  return size === 0 ? 'empty' : null
}
