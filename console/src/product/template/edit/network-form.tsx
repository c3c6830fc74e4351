import { networkingModeWords } from '@brigade/contract/product/product.text.ts'
import {
  networkingModes,
  templateLimits,
  type NetworkStep,
  type NetworkTemplate,
  type NetworkingMode,
} from '@brigade/contract/product/template/template.model.ts'
import { useState } from 'react'
import { useNameOf, useWords } from '../../../platform/locale.ts'
import { Button, IconButton } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { ActionMenu } from '../../../ui/menu/action-menu.tsx'
import { OrderedList } from '../../../ui/order/ordered-list.tsx'
import { newElementId } from '../../../ui/form/element-id.ts'
import { Box, Grid, Row, Text } from '../../../ui/layout/layout.tsx'
import { useTemplateContext, type TemplateFormProps } from '../field/template-context.ts'
import { listPlaces, placeText } from '../field/template.text.ts'
import css from './edit.module.css'
import { editText } from './edit.text.ts'
import { ListFoot } from './list-foot.tsx'
import { PictureField } from './picture-field.tsx'
import { WordsFields } from './words-fields.tsx'

type Mode = NetworkTemplate['modes'][number]

const newStep = (): NetworkStep => ({
  id: newElementId(),
  title: { en: '', zh: '' },
  text: { en: '', zh: '' },
  button: { en: 'Next', zh: '下一步' },
})
const newMode = (mode: NetworkingMode): Mode => ({ mode, namePrefix: '', timeoutS: 120, steps: [newStep()] })

/** Lists the modes of bringing the appliance to a network, in the order in which the app offers them, with their steps. */
export function NetworkForm({ value, onChange }: TemplateFormProps<NetworkTemplate>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const nameOf = useNameOf()
  const { problemAt } = useTemplateContext()
  const { modes } = value
  const left = networkingModes.filter((mode) => !modes.some((one) => one.mode === mode))
  const replace = (mode: Mode): void => onChange({ modes: modes.map((one) => (one.mode === mode.mode ? mode : one)) })
  return (
    <>
      <OrderedList
        label={place.modes}
        className={css.cards}
        itemClassName={css.card}
        items={modes}
        keyOf={({ mode }) => mode}
        isNumbered
        nameOf={({ mode }) => nameOf(networkingModeWords[mode])}
        onOrder={(ordered) => onChange({ modes: ordered })}
      >
        {(mode, index, handle) => (
          <>
            <div className={css.cardHead}>
              {handle}
              <h3>{nameOf(networkingModeWords[mode.mode])}</h3>
              <Text tone="ink-3" size="xs" nowrap className={css.count}>
                {w.modeSteps({ n: mode.steps.length })}
                {index === 0 && modes.length > 1 ? ` · ${w.firstMode}` : ''}
              </Text>
              <IconButton
                size="small"
                icon="trash"
                label={w.remove({ name: nameOf(networkingModeWords[mode.mode]) })}
                onClick={() => onChange({ modes: modes.filter((one) => one.mode !== mode.mode) })}
              />
            </div>
            <Grid gap="0 16" columns="2" shrink className={css.pair}>
              <div data-path={`modes.${index}.namePrefix`}>
                <TextField
                  label={place.namePrefix}
                  hint={w.namePrefixHint}
                  autoComplete="off"
                  value={mode.namePrefix}
                  error={problemAt(`modes.${index}.namePrefix`)}
                  onChange={(event) => replace({ ...mode, namePrefix: event.currentTarget.value })}
                />
              </div>
              <div data-path={`modes.${index}.timeoutS`}>
                <SecondsField
                  label={place.timeoutS}
                  value={mode.timeoutS}
                  error={problemAt(`modes.${index}.timeoutS`)}
                  onChange={(timeoutS) => replace({ ...mode, timeoutS })}
                />
              </div>
            </Grid>
            <Steps mode={mode} path={`modes.${index}.steps`} onChange={(steps) => replace({ ...mode, steps })} />
          </>
        )}
      </OrderedList>
      <Problem message={problemAt('modes')} />
      <Row gap="8 16" align="center" wrap data-path="modes">
        <ActionMenu
          position="bottom-start"
          target={
            <Button icon="plus" aria-haspopup="menu" disabledReason={left.length === 0 ? w.allModes : undefined}>
              {w.addMode}
            </Button>
          }
          actions={left.map((mode) => ({
            key: mode,
            label: nameOf(networkingModeWords[mode]),
            onClick: () => onChange({ modes: [...modes, newMode(mode)] }),
          }))}
        />
        <span className={css.note}>{w.orderHint}</span>
      </Row>
    </>
  )
}

function Problem({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return (
    <Text.p tone="bad" size="xs">
      {message}
    </Text.p>
  )
}

type StepsProps = { mode: Mode; path: string; onChange: (steps: NetworkStep[]) => void }

function Steps({ mode, path, onChange }: StepsProps) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const nameOf = useNameOf()
  const { steps } = mode
  const change = (step: NetworkStep): void => onChange(steps.map((one) => (one.id === step.id ? step : one)))
  return (
    <Box paddingTop="4">
      <OrderedList
        label={`${nameOf(networkingModeWords[mode.mode])}: ${place.steps}`}
        className={css.steps}
        itemClassName={css.step}
        items={steps}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.steps({ n: index + 1 })}
        onOrder={onChange}
      >
        {(step, index, handle) => {
          const at = `${path}.${index}`
          const name = lists.steps({ n: index + 1 })
          return (
            <>
              <div className={css.stepHead}>
                {handle}
                <h4>{name}</h4>
                <IconButton
                  size="small"
                  icon="x"
                  label={w.remove({ name })}
                  onClick={() => onChange(steps.filter(({ id }) => id !== step.id))}
                />
              </div>
              <StepFields step={step} path={at} onChange={change} />
            </>
          )
        }}
      </OrderedList>
      <ListFoot
        path={path}
        count={steps.length}
        max={templateLimits.steps}
        add={w.addStep}
        onAdd={() => onChange([...steps, newStep()])}
        isInner
      />
    </Box>
  )
}

type StepProps = { step: NetworkStep; path: string; onChange: (step: NetworkStep) => void }

function StepFields({ step, path, onChange }: StepProps) {
  const place = useWords(placeText)
  return (
    <>
      <WordsFields
        label={place.title}
        path={`${path}.title`}
        value={step.title}
        max={30}
        onChange={(title) => onChange({ ...step, title })}
      />
      <WordsFields
        label={place.text}
        path={`${path}.text`}
        value={step.text}
        max={200}
        isLong
        onChange={(text) => onChange({ ...step, text })}
      />
      <Grid gap="0 16" columns="2" align="start" className={css.stepFoot}>
        <PictureField
          label={place.imageFileId}
          path={`${path}.imageFileId`}
          file={step.imageFileId}
          onChange={(imageFileId) => onChange({ ...step, imageFileId })}
        />
        <WordsFields
          label={place.button}
          path={`${path}.button`}
          value={step.button}
          max={16}
          onChange={(button) => onChange({ ...step, button })}
        />
      </Grid>
    </>
  )
}

type SecondsProps = { label: string; value: number; error: string | undefined; onChange: (value: number) => void }

/** Keeps the typed text, because it need not be a number while somebody types. */
function SecondsField({ label, value, error, onChange }: SecondsProps) {
  const w = useWords(editText)
  const [typed, setTyped] = useState(String(value))
  const shown = Number(typed) === value || (typed.trim() === '' && Number.isNaN(value)) ? typed : String(value)
  return (
    <TextField
      label={label}
      required
      hint={w.timeoutHint}
      inputMode="numeric"
      unit={w.seconds}
      value={shown}
      error={error}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(event.currentTarget.value.trim() === '' ? Number.NaN : Number(event.currentTarget.value))
      }}
    />
  )
}
