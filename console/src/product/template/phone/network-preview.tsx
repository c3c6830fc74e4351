import { networkingModeWords } from '@brigade/contract/product/product.text.ts'
import type { NetworkTemplate } from '@brigade/contract/product/template/template.model.ts'
import { useState } from 'react'
import { Box, Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { usePicture } from '../../product-picture.tsx'
import { PhoneFrame } from '../../../ui/phone/phone-frame.tsx'
import css from './phone.module.css'
import type { PreviewProps } from './preview-props.ts'
import type { PreviewTexts } from './preview-texts.ts'

type Mode = NetworkTemplate['modes'][number]
/** The position in the app: the choice of a mode, a step of a mode, or waiting for the appliance. */
type Place = { mode: number; step: number | 'wait' | 'done' } | null

/** The wizard: its steps are walked as on a phone, and follow the one that is being written. */
export function NetworkPreview({ content, texts, at, label }: PreviewProps<NetworkTemplate>) {
  const [place, setPlace] = useState<Place>(null)
  const [followed, setFollowed] = useState(at)
  if (at !== followed) {
    setFollowed(at)
    const found = /^modes\.(\d+)(?:\.steps\.(\d+))?/.exec(at ?? '')
    if (found !== null) setPlace({ mode: Number(found[1]), step: Number(found[2] ?? 0) })
  }
  const { ui } = texts
  const only = content.modes.length === 1
  const shown = place ?? (only ? { mode: 0, step: 0 } : null)
  const mode = shown === null ? undefined : content.modes[shown.mode]
  if (shown === null || mode === undefined)
    return (
      <PhoneFrame label={label} texts={texts} title={ui.setUp}>
        <ModeChoice modes={content.modes} texts={texts} onChoose={(index) => setPlace({ mode: index, step: 0 })} />
      </PhoneFrame>
    )
  const { step } = shown
  const index = typeof step === 'number' ? Math.min(step, mode.steps.length - 1) : step
  const go = (next: number | 'wait' | 'done'): void => setPlace({ mode: shown.mode, step: next })
  const last = mode.steps.length - 1
  const back =
    index === 'wait' || index === 'done'
      ? () => go(last)
      : index > 0
        ? () => go(index - 1)
        : only
          ? undefined
          : () => setPlace(null)
  return (
    <PhoneFrame label={label} texts={texts} title={ui.setUp} onBack={back}>
      {typeof index === 'number' ? (
        <Step mode={mode} index={index} texts={texts} onNext={() => go(index < last ? index + 1 : 'wait')} />
      ) : (
        <Waiting
          mode={mode}
          isDone={index === 'done'}
          texts={texts}
          onDone={() => go('done')}
          onAgain={() => setPlace(only ? { mode: 0, step: 0 } : null)}
        />
      )}
    </PhoneFrame>
  )
}

function ModeChoice({
  modes,
  texts,
  onChoose,
}: {
  modes: readonly Mode[]
  texts: PreviewTexts
  onChoose: (index: number) => void
}) {
  const { ui, tag } = texts
  if (modes.length === 0) return <p className={css.nothing}>{ui.nothing}</p>
  return (
    <Stack gap="8">
      <Text.p padding="8 4" size="l" line="24" weight="600">
        {ui.chooseMode}
      </Text.p>
      {modes.map(({ mode }, index) => (
        <Row.button
          key={mode}
          gap="8"
          padding="8 12"
          align="center"
          border="line"
          radius="l"
          ground="paper"
          textAlign="left"
          type="button"
          className={css.card}
          onClick={() => onChoose(index)}
        >
          <Stack.span grow>
            <Text.b weight="550">{networkingModeWords[mode][tag === 'zh' ? 'zh' : 'en']}</Text.b>
            {index === 0 ? (
              <Text.small tone="link" size="xs">
                {ui.recommended}
              </Text.small>
            ) : null}
          </Stack.span>
          <Chevron />
        </Row.button>
      ))}
    </Stack>
  )
}

type StepProps = { mode: Mode; index: number; texts: PreviewTexts; onNext: () => void }

function Step({ mode, index, texts, onNext }: StepProps) {
  const step = mode.steps[index]
  const picture = usePicture(step?.imageFileId)
  const { ui, ownText } = texts
  if (step === undefined) return <p className={css.nothing}>{ui.nothing}</p>
  const textOf = (field: 'title' | 'text' | 'button'): string =>
    ownText('distribution-network', step.id, field, step[field])
  return (
    <Stack flex gap="12" align="center" textAlign="center" className={css.wizard}>
      <Row gap="6" paddingTop="4" className={css.dots} aria-hidden="true">
        {mode.steps.map(({ id }, at) => (
          <Box.i key={id} height="6" radius="xs" className={at === index ? css.dotNow : undefined} />
        ))}
      </Row>
      <span className="vh">{ui.step({ n: index + 1, of: mode.steps.length })}</span>
      <div className={css.guide}>
        {picture === undefined ? (
          <svg viewBox="0 0 24 24" role="img" aria-label={ui.noPicture}>
            <path d="M4 5h16v14H4z M4 16l5-5l4 4l3-3l4 4 M15.500 9h.01" />
          </svg>
        ) : (
          <img src={picture} alt={textOf('title')} />
        )}
      </div>
      <Text.b size="l" line="24" weight="600" anywhere>
        {textOf('title') || '-'}
      </Text.b>
      <Text.p tone="ink-2" grow anywhere>
        {textOf('text')}
      </Text.p>
      <Text.button
        ground="accent"
        tone="on-accent"
        weight="600"
        full
        type="button"
        className={css.next}
        onClick={onNext}
      >
        {textOf('button') || '-'}
      </Text.button>
    </Stack>
  )
}

type WaitingProps = { mode: Mode; isDone: boolean; texts: PreviewTexts; onDone: () => void; onAgain: () => void }

function Waiting({ mode, isDone, texts, onDone, onAgain }: WaitingProps) {
  const { ui } = texts
  return (
    <Stack flex gap="12" align="center" textAlign="center" className={css.wizard}>
      <div className={css.guide}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          {isDone ? (
            <path d="M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18 M8 12.500l2.700 2.700l5.300-5.700" />
          ) : (
            <path d="M4.500 10a11 11 0 0 1 15 0 M7.500 13a6.800 6.800 0 0 1 9 0 M10.500 16a2.600 2.600 0 0 1 3 0 M12 19h.01" />
          )}
        </svg>
      </div>
      <Text.b size="l" line="24" weight="600" anywhere>
        {isDone ? ui.connected : ui.searching}
      </Text.b>
      <Text.p tone="ink-2" grow anywhere>
        {isDone
          ? ui.connectedHint
          : [mode.namePrefix === '' ? '' : `${mode.namePrefix}…`, ui.upTo({ n: mode.timeoutS })]
              .filter((part) => part !== '')
              .join(' · ')}
      </Text.p>
      <Text.button
        ground="accent"
        tone="on-accent"
        weight="600"
        full
        type="button"
        className={css.next}
        onClick={isDone ? onAgain : onDone}
      >
        {isDone ? ui.again : ui.found}
      </Text.button>
    </Stack>
  )
}

const Chevron = () => (
  <svg className={css.chevron} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9 6l6 6l-6 6" />
  </svg>
)
