import {
  accessWords,
  callWords,
  describeOnlyWhile,
  type Definition,
} from '@brigade/contract/thing-model/describe-function.ts'
import { describeNumber, describeRange, typeName } from '@brigade/contract/thing-model/describe-type.ts'
import { registerParts } from '@brigade/contract/thing-model/describe-register.ts'
import { isNumberType } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { eventTypeWords } from '@brigade/contract/thing-model/thing-model.text.ts'
import type { NodeType } from '@brigade/contract/product/product.model.ts'
import { nodeTypeWords } from '@brigade/contract/product/node-type.text.ts'
import { useNameOf, useLocale, useWords } from '../../platform/locale.ts'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { SideSheet } from '../../ui/dialog/dialog.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { FactList, type Fact } from '../../ui/page/fact-list.tsx'
import { ItemTable, ParameterTable } from './entry-tables.tsx'
import { typedFunction } from '../typed/typed-function.ts'
import { ValueTester } from '../tester/value-tester.tsx'
import css from './functions.module.css'
import { functionsText, kindWords } from './functions.text.ts'
import { registerOf, type ModelFunction } from './model-functions.ts'

type Props = { shown: ModelFunction | undefined; nodeType: NodeType; onClose: () => void }

/** Everything about one published function, to read. */
export function PublishedFunctionSheet({ shown, nodeType, onClose }: Props) {
  const nameOf = useNameOf()
  return (
    <SideSheet
      title={shown === undefined ? '' : nameOf(shown.definition.name)}
      isOpen={shown !== undefined}
      onClose={onClose}
      width={560}
    >
      {shown === undefined ? null : (
        <FunctionFacts key={shown.definition.identifier} shown={shown} nodeType={nodeType} />
      )}
    </SideSheet>
  )
}

function FunctionFacts({ shown, nodeType }: { shown: ModelFunction; nodeType: NodeType }) {
  const { kind, definition } = shown
  const w = useWords(functionsText)
  const locale = useLocale()
  const { identifier, name, required, description = '' } = definition
  const facts: readonly Fact[] = [
    { key: 'kind', label: w.kind, value: kindWords[kind][locale] },
    {
      key: 'identifier',
      label: w.identifier,
      value: (
        <>
          <span className="mono">{identifier}</span> <CopyButton text={identifier} label={w.copyIdentifier} />
        </>
      ),
    },
    { key: 'otherName', label: w.otherName, value: name[locale === 'en' ? 'zh' : 'en'] },
    { key: 'node', label: w.nodeType, value: nodeTypeWords[nodeType][locale] },
    { key: 'required', label: w.required, value: required ? w.yes : w.no },
    ...(kind === 'service' || (kind === 'property' && definition.accessMode === 'rw')
      ? [{ key: 'repeatable', label: w.repeatable, value: definition.repeatable === true ? w.yes : w.no }]
      : []),
    ...useTypeFacts(definition),
    { key: 'description', label: w.description, value: description, wide: true },
  ]
  const register = registerOf(definition)
  return (
    <Stack gap="16" paddingBottom="24" className={css.sheet}>
      <FactList facts={facts} />
      <Entries definition={definition} />
      {register === undefined ? null : (
        <section>
          <h3>{w.modbus}</h3>
          <Box border="line" radius="m" overflow="hidden">
            <FactList
              facts={registerParts(register, locale).map(({ key, label, tokens }) => ({
                key,
                label,
                value: tokens.join(''),
              }))}
            />
          </Box>
        </section>
      )}
      <section>
        <h3>{w.tester}</h3>
        <ValueTester kind={kind} typed={typedFunction(shown, null)} />
      </section>
    </Stack>
  )
}

function useTypeFacts(definition: Definition): readonly Fact[] {
  const w = useWords(functionsText)
  const locale = useLocale()
  if ('callType' in definition)
    return [{ key: 'call', label: w.call, value: callWords[definition.callType][locale], wide: true }]
  if (!('accessMode' in definition))
    return [{ key: 'level', label: w.level, value: eventTypeWords[definition.type][locale], wide: true }]
  const { dataType, accessMode, defaultValue, onlyWhile } = definition
  return [
    { key: 'type', label: w.type, value: <span className="mono">{typeName(dataType, locale)}</span> },
    { key: 'access', label: w.access, value: accessWords[accessMode][locale] },
    { key: 'range', label: w.range, value: describeRange(dataType, locale) },
    {
      key: 'step',
      label: w.step,
      value: isNumberType(dataType) && dataType.step !== undefined ? describeNumber(dataType.step) : '',
    },
    ...(defaultValue === undefined
      ? []
      : [{ key: 'defaultValue', label: w.defaultValue, value: String(defaultValue), wide: true }]),
    ...(onlyWhile === undefined
      ? []
      : [{ key: 'onlyWhile', label: w.onlyWhile, value: describeOnlyWhile(onlyWhile), wide: true }]),
  ]
}

/** Items, members and parameters, each list in a table. */
function Entries({ definition }: { definition: Definition }) {
  const w = useWords(functionsText)
  if ('accessMode' in definition) {
    const { dataType } = definition
    const type = dataType.type === 'array' ? dataType.item : dataType
    if (type.type === 'enum') return <ItemTable title={w.items} items={type.items} />
    return type.type === 'struct' ? <ParameterTable title={w.members} parameters={type.members} /> : null
  }
  return (
    <>
      {'callType' in definition ? <ParameterTable title={w.inputs} parameters={definition.inputData} /> : null}
      <ParameterTable title={w.outputs} parameters={definition.outputData} />
    </>
  )
}
