import type { RefObject } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Floating } from '../kit/floating.tsx'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'
import { useInSight } from '../kit/in-sight.ts'
import { Box, Row, Text } from '../layout/layout.tsx'
import { optionsIn, type Option } from './select-options.ts'
import type { Select } from './use-select.ts'

export const listId = (id: string): string => `${id}-options`
export const optionId = (id: string, index: number): string => `${id}-option-${index}`

type Props = {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  select: Select
  value: string | null
}

export function SelectList({ id, label, anchor, select, value }: Props) {
  const w = useWords(uiText)
  const { options } = select
  const flat = optionsIn(options)
  const draw = (option: Option) => {
    const index = flat.indexOf(option)
    return (
      <Choice
        key={option.value}
        id={optionId(id, index)}
        option={option}
        isMarked={index === select.at}
        isChosen={option.value === value}
        onTake={() => select.take(option)}
      />
    )
  }
  return (
    <Floating
      anchor={anchor}
      focus="leave"
      isAsWide
      className={css.dropdown}
      onClose={select.close}
      // A press in the list must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Box relative className={css.options} id={listId(id)} role="listbox" aria-label={label}>
        {options.map((each) =>
          'group' in each ? (
            <div key={each.group} role="group" aria-label={each.group}>
              <Row
                gap="8"
                padding="6 8"
                align="center"
                size="2xs"
                weight="500"
                tone="ink-3"
                className={css.group}
                aria-hidden="true"
              >
                {each.group}
              </Row>
              {each.items.map(draw)}
            </div>
          ) : (
            draw(each)
          ),
        )}
      </Box>
      {flat.length === 0 ? (
        <Text as="p" padding="8" tone="ink-3" size="s" textAlign="center" role="status">
          {w.nothingFound}
        </Text>
      ) : null}
    </Floating>
  )
}

type ChoiceProps = { id: string; option: Option; isMarked: boolean; isChosen: boolean; onTake: () => void }

function Choice({ id, option, isMarked, isChosen, onTake }: ChoiceProps) {
  const line = useInSight(isMarked)
  return (
    // The field keeps the focus and its keys choose (aria-activedescendant); the pointer may click.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- as said above
    <Text
      as="div"
      padding="6 8"
      radius="xs"
      size="s"
      line="20"
      tone="ink"
      pointer
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={option.disabled || undefined}
      data-active={isMarked || undefined}
      className={css.option}
      onClick={onTake}
    >
      {option.label}
    </Text>
  )
}
