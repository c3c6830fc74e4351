import { clickActionWords } from '@brigade/contract/product/product.text.ts'
import {
  clickActions,
  controlIcons,
  templateLimits,
  type Control,
  type ControlTemplate,
} from '@brigade/contract/product/template/template.model.ts'
import { isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { useNameOf, useWords } from '../../../platform/locale.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Segments } from '../../../ui/button/segments.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { OrderedList } from '../../../ui/order/ordered-list.tsx'
import { newElementId } from '../../../ui/form/element-id.ts'
import { Grid, Text } from '../../../ui/layout/layout.tsx'
import { useTemplateContext, type TemplateFormProps } from '../field/template-context.ts'
import { listPlaces, placeText } from '../field/template.text.ts'
import { ControlIcon } from '../phone/control-icon.tsx'
import css from './edit.module.css'
import { controlIconText, editText } from './edit.text.ts'
import { ListFoot } from './list-foot.tsx'
import { FunctionField } from './function-field.tsx'
import { WordsFields } from './words-fields.tsx'

const newControl = (): Control => ({
  id: newElementId(),
  icon: 'power',
  label: { en: '', zh: '' },
  action: 'set',
  identifier: '',
  width: 1,
  confirm: false,
})
const needsFunction = (action: Control['action']): boolean => action === 'set' || action === 'call'

/** The buttons of the appliance's page: the label, the action and the width of each. */
export function ControlForm({ value, onChange }: TemplateFormProps<ControlTemplate>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const { model } = useTemplateContext()
  const { controls } = value
  const change = (control: Control): void =>
    onChange({ ...value, controls: controls.map((one) => (one.id === control.id ? control : one)) })
  return (
    <>
      <div className={css.single}>
        <FunctionField
          label={place.headline}
          path="headline"
          optional
          value={value.headline ?? ''}
          options={model.properties.filter(({ dataType }) => dataType.type !== 'array' && dataType.type !== 'struct')}
          onChange={(headline) => onChange({ ...value, headline: headline === '' ? undefined : headline })}
        />
      </div>
      <OrderedList
        label={place.controls}
        className={css.cards}
        itemClassName={css.card}
        items={controls}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.controls({ n: index + 1 })}
        onOrder={(ordered) => onChange({ ...value, controls: ordered })}
      >
        {(control, index, handle) => (
          <>
            <div className={css.cardHead}>
              {handle}
              <ControlIcon name={control.icon} />
              <h3>{lists.controls({ n: index + 1 })}</h3>
              <Segments
                size="small"
                label={w.of({ where: lists.controls({ n: index + 1 }), what: place.width })}
                options={[
                  { value: 1, label: w.one },
                  { value: 2, label: w.two },
                ]}
                value={control.width}
                onChange={(width) => change({ ...control, width: width === 2 ? 2 : 1 })}
              />
              <IconButton
                size="small"
                icon="trash"
                label={w.remove({ name: lists.controls({ n: index + 1 }) })}
                onClick={() => onChange({ ...value, controls: controls.filter(({ id }) => id !== control.id) })}
              />
            </div>
            <ControlFields control={control} path={`controls.${index}`} onChange={change} />
          </>
        )}
      </OrderedList>
      <ListFoot
        path="controls"
        count={controls.length}
        max={templateLimits.controls}
        add={w.addControl}
        onAdd={() => onChange({ ...value, controls: [...controls, newControl()] })}
      />
    </>
  )
}

type FieldsProps = { control: Control; path: string; onChange: (control: Control) => void }

function ControlFields({ control, path, onChange }: FieldsProps) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const icons = useWords(controlIconText)
  const nameOf = useNameOf()
  const { model } = useTemplateContext()
  const settable = model.properties.filter(
    (property) => isWritable(property) && (property.dataType.type === 'bool' || property.dataType.type === 'enum'),
  )
  return (
    <>
      <Grid gap="0 16" className={css.controlLine}>
        <SelectField
          label={place.icon}
          options={controlIcons.map((icon) => ({ value: icon, label: icons[icon] }))}
          value={control.icon}
          onChange={(chosen) => {
            const icon = controlIcons.find((one) => one === chosen)
            if (icon !== undefined) onChange({ ...control, icon })
          }}
        />
        <WordsFields
          label={place.label}
          path={`${path}.label`}
          value={control.label}
          max={16}
          onChange={(label) => onChange({ ...control, label })}
        />
      </Grid>
      <Grid gap="0 16" className={css.controlLine}>
        <SelectField
          label={place.action}
          options={clickActions.map((action) => ({ value: action, label: nameOf(clickActionWords[action]) }))}
          value={control.action}
          onChange={(chosen) => {
            const action = clickActions.find((one) => one === chosen)
            if (action === undefined || action === control.action) return
            // A property is not a service, so a change of the action clears the choice.
            onChange({ ...control, action, identifier: needsFunction(action) ? '' : undefined })
          }}
        />
        <Grid gap="0 16" columns="main-side">
          {needsFunction(control.action) ? (
            <FunctionField
              label={place.identifier}
              path={`${path}.identifier`}
              value={control.identifier ?? ''}
              options={control.action === 'set' ? settable : model.services}
              onChange={(identifier) => onChange({ ...control, identifier })}
            />
          ) : (
            <Text.p tone="ink-3" className={css.noField}>
              {w.notNeeded}
            </Text.p>
          )}
          <span className={css.askCheck}>
            <Checkbox checked={control.confirm} onChange={(confirm) => onChange({ ...control, confirm })}>
              {w.asks}
            </Checkbox>
          </span>
        </Grid>
      </Grid>
    </>
  )
}
