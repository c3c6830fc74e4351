import type { RefObject } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Floating } from '../kit/floating.tsx'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'
import { Box, Row, Text } from '../layout/layout.tsx'
import { OptionLine } from './option-line.tsx'
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
      <OptionLine
        key={option.value}
        id={optionId(id, index)}
        isActive={index === select.at}
        isChosen={option.value === value}
        isDisabled={option.disabled === true}
        className={css.option}
        onTake={() => select.take(option)}
      >
        {option.label}
      </OptionLine>
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
        <Text.p padding="8" tone="ink-3" size="s" textAlign="center" role="status">
          {w.nothingFound}
        </Text.p>
      ) : null}
    </Floating>
  )
}
