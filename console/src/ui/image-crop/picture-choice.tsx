import { Suspense, lazy, useId, useState, type ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { useFileChoice } from '../field/use-file-choice.ts'
import { Row, Stack } from '../layout/layout.tsx'
import css from './picture-choice.module.css'

const ImageCrop = lazy(() => import('./image-crop.tsx').then((module) => ({ default: module.ImageCrop })))

type Props = {
  /** The present picture, or its outline. */
  shown: ReactNode
  /** The name of the group, if it needs one beside its buttons. */
  label?: string | undefined
  words: Readonly<{ change: string; remove: string; hint: string; tooBig: string; wrongType: string }>
  limits: Readonly<{ mediaTypes: readonly string[]; accept: readonly string[]; maxBytes: number }>
  shape?: 'circle' | 'square' | undefined
  /** A refusal of the form, shown in place of the hint. */
  error?: string | undefined
  onCropped: (picture: Blob) => Promise<void>
  /** Undefined if there is no picture to remove. */
  onRemove: (() => void) | undefined
}

/** One picture, chosen and cropped. A wrong size or type is refused at once, before anything is sent. */
export function PictureChoice({ shown, label, words, limits, shape, error, onCropped, onRemove }: Props) {
  const hintId = useId()
  const [chosen, setChosen] = useState<File | null>(null)
  const { wrong, open, inputProps } = useFileChoice({ ...limits, onChosen: setChosen })
  const refusal = wrong === 'size' ? words.tooBig : wrong === 'type' ? words.wrongType : error
  return (
    <Row
      gap="16"
      align="center"
      shrink
      className={css.choice}
      role={label === undefined ? undefined : 'group'}
      aria-label={label}
    >
      {shown}
      <Stack gap="4" justifyItems="start" shrink>
        <Row gap="8" wrap>
          <Button size="small" icon="upload" onClick={open}>
            {words.change}
          </Button>
          {onRemove === undefined ? null : (
            <Button size="small" look="quiet" onClick={onRemove}>
              {words.remove}
            </Button>
          )}
        </Row>
        <span
          id={hintId}
          className={refusal === undefined ? css.hint : css.wrong}
          role={refusal === undefined ? undefined : 'alert'}
        >
          {refusal ?? words.hint}
        </span>
        <input {...inputProps} aria-label={words.change} aria-describedby={hintId} />
      </Stack>
      <Suspense fallback={null}>
        {chosen === null ? null : (
          <ImageCrop file={chosen} shape={shape} onClose={() => setChosen(null)} onCropped={onCropped} />
        )}
      </Suspense>
    </Row>
  )
}
