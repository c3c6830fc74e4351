import { startsHeat } from '@brigade/contract/command/command.rules.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ServiceFunction, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useLocale, useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordForm } from '../ui/dialog/password-prompt.tsx'
import { SelectField } from '../ui/field/select-field.tsx'
import { valueText } from '../device/view/shown-value.ts'
import { Box, Grid, Row, Stack, Text } from '../ui/layout/layout.tsx'
import { checkCall, messagesBelow, typedOf } from './command-draft.ts'
import { CommandSummary, type Target } from './command-confirm.tsx'
import { resetService } from './command-words.ts'
import { commandText } from './command.text.ts'
import css from './command.module.css'
import { TypedField } from './typed-field.tsx'
import { jsonOf, Nothing, pathOf, problemMessages } from './property-form.tsx'
import type { Order } from './use-commands.ts'
import type { CommandForm } from './use-command-form.ts'

type Props = {
  kind: DeviceKind
  model: ThingModel
  /** The screen holds it, so that a change of the tab does not lose it. */
  form: CommandForm
  target: Target
  onSend: (order: Order) => Promise<void>
}

export function ServiceForm({ kind, model, form, target, onSend }: Props) {
  const w = useWords(commandText)
  const locale = useLocale()
  const service = model.services.find((one) => one.identifier === form.service)
  if (model.services.length === 0) return <Nothing>{w.noServices}</Nothing>
  return (
    <>
      <Stack gap="8" padding="16" className={css.body}>
        <SelectField
          bare
          label={w.service}
          placeholder={w.chooseService}
          options={model.services.map((one) => ({ value: one.identifier, label: one.name[locale] }))}
          value={form.service}
          onChange={form.choose}
          searchable={model.services.length > 9}
        />
      </Stack>
      {service === undefined ? null : (
        <OneService
          key={service.identifier}
          kind={kind}
          service={service}
          form={form}
          target={target}
          onSend={onSend}
        />
      )}
    </>
  )
}

type OneProps = Omit<Props, 'model'> & { service: ServiceFunction }

function OneService({ kind, service, form, target, onSend }: OneProps) {
  const w = useWords(commandText)
  const locale = useLocale()
  const units = useUnits()
  const { parameters: state, setReviewed } = form
  const onDone = (): void => form.choose(null)
  const isHeat = startsHeat(kind, { kind: 'service', identifier: service.identifier })
  const isReviewed = form.isReviewed || service.inputData.length === 0
  const checked = checkCall(service.inputData, state.draft, units)
  // A problem is shown after its field was left, or when the person continues.
  const messages = checked.ok
    ? {}
    : problemMessages(checked.problems, (path) => isReviewed || state.left.has(path), locale, units)

  const send = async (password: string): Promise<void> => {
    if (!checked.ok) return
    await onSend({
      kind: 'service',
      identifier: service.identifier,
      params: Object.fromEntries(Object.entries(checked.params).map(([key, value]) => [key, jsonOf(value)])),
      password,
      confirmsHeat: isHeat,
    })
    onDone()
  }
  return (
    <>
      <Grid gap="8 16" padding="0 16 16" columns="2" align="start" className={css.body}>
        {service.description === undefined ? null : <Across>{service.description}</Across>}
        {service.inputData.length === 0 ? <Across>{w.noParameters}</Across> : null}
        {service.inputData.map((parameter) => {
          const { identifier, dataType } = parameter
          return (
            <TypedField
              key={identifier}
              of={parameter}
              typed={state.draft[identifier] ?? typedOf(dataType, undefined, units)}
              first=""
              otherwise="choose"
              onChange={(next) => state.change(identifier, next)}
              onLeave={(path) => state.leave(pathOf(identifier, path))}
              errors={messagesBelow(identifier, messages)}
            />
          )
        })}
      </Grid>
      <Box padding="16" ground="canvas" borderTop>
        {checked.ok && isReviewed ? (
          <PasswordForm
            danger={service.identifier === resetService}
            condition={isHeat ? w.heatCondition : undefined}
            confirmLabel={w.sendCall({ name: service.name[locale] })}
            onCancel={() => (service.inputData.length === 0 ? onDone() : setReviewed(false))}
            onConfirm={send}
          >
            <CommandSummary
              target={target}
              isReset={service.identifier === resetService}
              isHeat={isHeat}
              lines={[
                { key: '', name: w.call, to: service.name[locale] },
                ...service.inputData.map((parameter) => ({
                  key: parameter.identifier,
                  name: parameter.identifier,
                  to: valueText(parameter.dataType, checked.params[parameter.identifier], { locale, units }),
                })),
              ]}
            />
          </PasswordForm>
        ) : (
          <Row gap="8" align="center" justify="between">
            {!checked.ok && isReviewed ? <span className={css.blocked}>{w.fixFirst}</span> : <span />}
            <Button look="primary" onClick={() => setReviewed(true)}>
              {w.next}
            </Button>
          </Row>
        )}
      </Box>
    </>
  )
}

function Across({ children }: { children: string }) {
  return (
    <Text.p tone="ink-3" across>
      {children}
    </Text.p>
  )
}
