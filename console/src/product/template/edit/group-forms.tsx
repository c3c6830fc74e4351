import {
  editControls,
  templateLimits,
  type EditTemplate,
  type InfoTemplate,
} from '@brigade/contract/product/template/template.model.ts'
import { typesOfControl } from '@brigade/contract/product/template/template.rules.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { isWritable } from '@brigade/contract/thing-model/thing-model.rules.ts'
import type { ReactNode } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { RowCheck } from '../../../ui/field/checkbox.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { OrderedList } from '../../../ui/order/ordered-list.tsx'
import { newElementId } from '../../../ui/form/element-id.ts'
import { Stack, Text, Box } from '../../../ui/layout/layout.tsx'
import { useTemplateContext, type TemplateFormProps } from '../field/template-context.ts'
import { listPlaces, placeText } from '../field/template.text.ts'
import css from './edit.module.css'
import { editControlText, editText } from './edit.text.ts'
import { ListFoot } from './list-foot.tsx'
import { FunctionField } from './function-field.tsx'
import { RowMessages } from './row-messages.tsx'
import { LabelCells, WordsFields } from './words-fields.tsx'

type InfoItem = InfoTemplate['groups'][number]['items'][number]
type EditItem = EditTemplate['groups'][number]['items'][number]
type Group<I> = { id: string; title: { en: string; zh: string }; items: I[] }

/** Chooses the properties that the app shows, in groups. */
export function InfoForm({ value, onChange }: TemplateFormProps<InfoTemplate>) {
  const w = useWords(editText)
  const { model } = useTemplateContext()
  return (
    <Groups<InfoItem>
      groups={value.groups}
      onChange={(groups) => onChange({ groups })}
      options={model.properties}
      heads={[w.large]}
      fresh={() => ({ id: newElementId(), property: '', emphasis: false })}
      onChosen={(item, property) => ({ ...item, property })}
      extra={(item, change, where) => (
        <Stack.span className={css.cellCheck}>
          <RowCheck
            checked={item.emphasis}
            label={w.of({ where, what: w.large })}
            onChange={(emphasis) => change({ ...item, emphasis })}
          />
        </Stack.span>
      )}
    />
  )
}

/** Chooses the writable properties that a person may set, and their controls. */
export function EditForm({ value, onChange }: TemplateFormProps<EditTemplate>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const controls = useWords(editControlText)
  const { model, problemAt } = useTemplateContext()
  const writable = model.properties.filter((property) => isWritable(property) && controlsFor(property).length > 0)
  const fitting = (identifier: string): readonly EditControl[] => {
    const property = writable.find((one) => one.identifier === identifier)
    return property === undefined ? editControls : controlsFor(property)
  }
  return (
    <Groups<EditItem>
      groups={value.groups}
      onChange={(groups) => onChange({ groups })}
      options={writable}
      heads={[place.control, w.asks]}
      fresh={() => ({ id: newElementId(), property: '', control: 'stepper', confirm: false })}
      // The control follows the data type of the chosen property.
      onChosen={(item, property) => {
        const fit = fitting(property)
        return { ...item, property, control: fit.includes(item.control) ? item.control : (fit[0] ?? item.control) }
      }}
      extra={(item, change, where, path) => {
        const fit = fitting(item.property)
        const offered = fit.includes(item.control) ? fit : [item.control, ...fit]
        return (
          <>
            <Box shrink className="spoken-label" data-path={`${path}.control`}>
              <SelectField
                bare
                label={w.of({ where, what: place.control })}
                options={offered.map((control) => ({ value: control, label: controls[control] }))}
                value={item.control}
                error={problemAt(`${path}.control`)}
                onChange={(chosen) => {
                  const control = editControls.find((one) => one === chosen)
                  if (control !== undefined) change({ ...item, control })
                }}
              />
            </Box>
            <Stack.span className={css.cellCheck}>
              <RowCheck
                checked={item.confirm}
                label={w.of({ where, what: w.asks })}
                onChange={(confirm) => change({ ...item, confirm })}
              />
            </Stack.span>
          </>
        )
      }}
    />
  )
}

type GroupsProps<I> = {
  groups: readonly Group<I>[]
  onChange: (groups: Group<I>[]) => void
  options: ReturnType<typeof useTemplateContext>['model']['properties']
  /** The heads of the columns that only this kind has. */
  heads: readonly string[]
  fresh: () => I
  onChosen: (item: I, property: string) => I
  extra: (item: I, change: (item: I) => void, where: string, path: string) => ReactNode
}
type Item = { id: string; property: string; label?: { en: string; zh: string } | undefined }

function Groups<I extends Item>({ groups, onChange, options, heads, fresh, onChosen, extra }: GroupsProps<I>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const replace = (group: Group<I>): void => onChange(groups.map((one) => (one.id === group.id ? group : one)))
  return (
    <>
      <OrderedList
        label={place.groups}
        className={css.cards}
        itemClassName={css.card}
        items={groups}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.groups({ n: index + 1 })}
        onOrder={onChange}
      >
        {(group, index, handle) => (
          <>
            <div className={css.cardHead}>
              {handle}
              <h3>{lists.groups({ n: index + 1 })}</h3>
              <Text tone="ink-3" size="xs" nowrap className={css.count}>
                {w.count({ n: group.items.length, max: templateLimits.items })}
              </Text>
              <IconButton
                size="small"
                icon="trash"
                label={w.remove({ name: lists.groups({ n: index + 1 }) })}
                onClick={() => onChange(groups.filter(({ id }) => id !== group.id))}
              />
            </div>
            <WordsFields
              label={place.title}
              path={`groups.${index}.title`}
              value={group.title}
              max={30}
              onChange={(title) => replace({ ...group, title })}
            />
            <Items
              group={group}
              path={`groups.${index}.items`}
              where={lists.groups({ n: index + 1 })}
              onChange={replace}
              {...{ options, heads, fresh, onChosen, extra }}
            />
          </>
        )}
      </OrderedList>
      <ListFoot
        path="groups"
        count={groups.length}
        max={templateLimits.groups}
        add={w.addGroup}
        onAdd={() => onChange([...groups, { id: newElementId(), title: { en: '', zh: '' }, items: [] }])}
      />
    </>
  )
}

type ItemsProps<I> = Omit<GroupsProps<I>, 'groups' | 'onChange'> & {
  group: Group<I>
  path: string
  where: string
  onChange: (group: Group<I>) => void
}

function Items<I extends Item>({
  group,
  path,
  where,
  onChange,
  options,
  heads,
  fresh,
  onChosen,
  extra,
}: ItemsProps<I>) {
  const w = useWords(editText)
  const place = useWords(placeText)
  const lists = useWords(listPlaces)
  const setItems = (items: I[]): void => onChange({ ...group, items })
  const change = (item: I): void => setItems(group.items.map((one) => (one.id === item.id ? item : one)))
  const row = heads.length > 1 ? css.editRow : css.infoRow
  return (
    <Stack gap="4" marginTop="4">
      {group.items.length === 0 ? null : (
        <Text.div tone="ink-3" size="xs" line="16" weight="500" className={`${row} ${css.rowHeads}`} aria-hidden="true">
          <Text cut />
          <Text cut>{place.property}</Text>
          <Text cut>{w.inEnglish({ name: place.label })}</Text>
          <Text cut>{w.inChinese({ name: place.label })}</Text>
          {heads.map((head) => (
            <Text key={head} cut>
              {head}
            </Text>
          ))}
          <Text cut />
        </Text.div>
      )}
      <OrderedList
        label={`${where}: ${place.items}`}
        items={group.items}
        keyOf={({ id }) => id}
        isNumbered
        nameOf={(_, index) => lists.items({ n: index + 1 })}
        onOrder={setItems}
      >
        {(item, index, handle) => {
          const at = `${path}.${index}`
          const name = lists.items({ n: index + 1 })
          return (
            <ItemRow
              item={item}
              name={name}
              path={at}
              className={row}
              handle={handle}
              onChange={change}
              onRemove={() => setItems(group.items.filter(({ id }) => id !== item.id))}
              {...{ options, onChosen, extra }}
            />
          )
        }}
      </OrderedList>
      <ListFoot
        path={path}
        count={group.items.length}
        max={templateLimits.items}
        add={w.addItem}
        onAdd={() => setItems([...group.items, fresh()])}
        isInner
      />
    </Stack>
  )
}

type ItemRowProps<I> = Pick<GroupsProps<I>, 'options' | 'onChosen' | 'extra'> & {
  item: I
  name: string
  path: string
  className: string | undefined
  handle: ReactNode
  onChange: (item: I) => void
  onRemove: () => void
}

function ItemRow<I extends Item>(props: ItemRowProps<I>) {
  const { item, name, path, className, handle, onChange, onRemove, options, onChosen, extra } = props
  const w = useWords(editText)
  const place = useWords(placeText)
  const own = options.find(({ identifier }) => identifier === item.property)?.name
  return (
    <>
      <div className={className}>
        {handle}
        <FunctionField
          inRow
          label={w.of({ where: name, what: place.property })}
          path={`${path}.property`}
          value={item.property}
          options={options}
          onChange={(property) => onChange(onChosen(item, property))}
        />
        <LabelCells
          label={w.of({ where: name, what: place.label })}
          path={`${path}.label`}
          value={item.label}
          placeholder={own ?? { en: w.ownName, zh: w.ownName }}
          onChange={(label) => onChange({ ...item, label })}
        />
        {extra(item, onChange, name, path)}
        <IconButton size="small" icon="x" label={w.remove({ name })} onClick={onRemove} />
      </div>
      <RowMessages path={path} />
    </>
  )
}

type EditControl = (typeof editControls)[number]

/** The controls that fit the data type of a property, the usual one first. It is empty when no single control fits. */
const controlsFor = ({ dataType }: Pick<Property, 'dataType'>): readonly EditControl[] =>
  editControls.filter((control) => typesOfControl[control].includes(dataType.type))
