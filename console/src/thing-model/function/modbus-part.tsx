import { useWords } from '../../platform/locale.ts'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { useFormFields } from './form-fields.ts'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { ChoiceField, PathField } from './path-field.tsx'
import type { TypedModbus } from '../typed/typed-function.ts'

type Props = {
  /** The product communicates by Modbus. */
  isModbus: boolean
  hasRegister: boolean
  onHasRegister: (hasRegister: boolean) => void
  typed: TypedModbus
  onChange: (patch: Partial<TypedModbus>) => void
}

const protocols = ['modbusRtu', 'modbusTcp'] as const
const tables = ['coilStatus', 'inputStatus', 'holdingRegister', 'inputRegister'] as const
const protocolNames = { modbusRtu: 'Modbus RTU', modbusTcp: 'Modbus TCP' }
const byteLengths = ['1', '2', '4', '8']

/** The register of a property, in a device that a modem reads by Modbus. */
export function ModbusPart({ isModbus, hasRegister, onHasRegister, typed, onChange }: Props) {
  const w = useWords(functionText)
  if (!isModbus && !hasRegister) return null
  return (
    <fieldset className={css.section}>
      <legend>{w.register}</legend>
      <Row gap="4 16" align="center" wrap>
        <Checkbox checked={hasRegister} onChange={onHasRegister}>
          {w.registerKnown}
        </Checkbox>
        <Text size="xs" line="20" tone="ink-3" className={css.hint}>
          {!isModbus ? w.registerUnused : hasRegister ? '' : w.registerLater}
        </Text>
      </Row>
      {hasRegister ? <Register typed={typed} onChange={onChange} /> : null}
    </fieldset>
  )
}

/** A new encoding resets the settings that only numbers have, and a length that it does not allow. */
function encodedAs(encoding: 'int' | 'float' | 'text', typed: TypedModbus): Partial<TypedModbus> {
  if (encoding === 'text') return { encoding, byteLength: '16', coefficient: '1', signed: false, bitMask: '' }
  const isNumber = typed.encoding !== 'text'
  return { encoding: encoding === 'int' ? '' : encoding, ...(isNumber ? {} : { byteLength: '4' }) }
}

type RegisterProps = Pick<Props, 'typed' | 'onChange'>

function Register({ typed, onChange }: RegisterProps) {
  const w = useWords(functionText)
  const { errorOf } = useFormFields()
  return (
    <>
      <div className={css.three}>
        <AddressFields typed={typed} onChange={onChange} />
        <LengthFields typed={typed} onChange={onChange} />
        <ReadingFields typed={typed} onChange={onChange} />
        <SelectField
          label={w.writeFunctionCode}
          options={['', '5', '6', '15', '16'].map((value) => ({
            value,
            label: value === '' ? w.usualCode : value,
          }))}
          value={typed.writeFunctionCode}
          error={errorOf('modbus.writeFunctionCode')}
          onChange={(code) => onChange({ writeFunctionCode: code ?? '' })}
        />
      </div>
      <Row gap="4 16" align="center" wrap>
        <Checkbox checked={typed.swapBytes} onChange={(swapBytes) => onChange({ swapBytes })}>
          {w.swapBytes}
        </Checkbox>
        <Checkbox checked={typed.reverseRegisters} onChange={(reverseRegisters) => onChange({ reverseRegisters })}>
          {w.reverseRegisters}
        </Checkbox>
        <Checkbox checked={typed.writeOnly} onChange={(writeOnly) => onChange({ writeOnly })}>
          {w.writeOnly}
        </Checkbox>
      </Row>
      <ErrorLine message={errorOf('modbus.writeOnly')} />
    </>
  )
}

function AddressFields({ typed, onChange }: RegisterProps) {
  const w = useWords(functionText)
  return (
    <>
      <SelectField
        label={w.protocolType}
        required
        options={protocols.map((value) => ({ value, label: protocolNames[value] }))}
        value={typed.protocolType}
        onChange={(value) => {
          const protocolType = protocols.find((one) => one === value)
          if (protocolType !== undefined) onChange({ protocolType })
        }}
      />
      <SelectField
        label={w.table}
        required
        options={tables.map((value) => ({ value, label: w[value] }))}
        value={typed.operateType}
        onChange={(value) => {
          const operateType = tables.find((one) => one === value)
          if (operateType !== undefined) onChange({ operateType })
        }}
      />
      <PathField
        path="modbus.registerAddress"
        label={w.registerAddress}
        required
        placeholder={w.addressExample}
        hint={w.registerHint}
        value={typed.registerAddress}
        onChange={(registerAddress) => onChange({ registerAddress })}
      />
    </>
  )
}

/** A text has a length of any size; a number has one of a few lengths and a coefficient. */
function LengthFields({ typed, onChange }: RegisterProps) {
  const w = useWords(functionText)
  const { errorOf } = useFormFields()
  if (typed.encoding === 'text')
    return (
      <PathField
        path="modbus.byteLength"
        label={w.byteLength}
        required
        inputMode="numeric"
        hint={w.textBytesHint}
        value={typed.byteLength}
        onChange={(byteLength) => onChange({ byteLength })}
      />
    )
  return (
    <>
      <SelectField
        label={w.byteLength}
        required
        options={byteLengths.map((value) => ({ value, label: value }))}
        value={typed.byteLength}
        error={errorOf('modbus.byteLength')}
        onChange={(byteLength) => onChange({ byteLength: byteLength ?? '' })}
      />
      <PathField
        path="modbus.coefficient"
        label={w.coefficient}
        required
        inputMode="decimal"
        hint={w.coefficientHint}
        value={typed.coefficient}
        onChange={(coefficient) => onChange({ coefficient })}
      />
    </>
  )
}

function ReadingFields({ typed, onChange }: RegisterProps) {
  const w = useWords(functionText)
  const isText = typed.encoding === 'text'
  return (
    <>
      <PathField
        path="modbus.reportFrequencyMs"
        label={w.reportFrequency}
        required
        inputMode="numeric"
        unit="ms"
        value={typed.reportFrequencyMs}
        onChange={(reportFrequencyMs) => onChange({ reportFrequencyMs })}
      />
      <ChoiceField
        label={w.encoding}
        options={[
          { value: 'int', label: w.wholeNumber },
          { value: 'float', label: w.floatingPoint },
          { value: 'text', label: w.registerText },
        ]}
        value={typed.encoding === '' ? 'int' : typed.encoding}
        onChange={(encoding) => onChange(encodedAs(encoding, typed))}
      />
      {isText ? null : (
        <ChoiceField
          label={w.sign}
          options={[
            { value: 'unsigned', label: w.unsigned },
            { value: 'signed', label: w.signed },
          ]}
          value={typed.signed ? 'signed' : 'unsigned'}
          onChange={(value) => onChange({ signed: value === 'signed' })}
        />
      )}
      <ChoiceField
        label={w.trigger}
        options={[
          { value: 'timed', label: w.onTime },
          { value: 'onChange', label: w.onChange },
        ]}
        value={typed.trigger === 'onChange' ? 'onChange' : 'timed'}
        onChange={(trigger) => onChange({ trigger: trigger === 'onChange' ? 'onChange' : '' })}
      />
      {isText ? null : (
        <PathField
          path="modbus.bitMask"
          label={w.bitMask}
          placeholder={w.maskExample}
          hint={w.bitMaskHint}
          value={typed.bitMask}
          onChange={(bitMask) => onChange({ bitMask })}
        />
      )}
    </>
  )
}

const ErrorLine = ({ message }: { message: string | undefined }) =>
  message === undefined ? null : (
    <p className={css.wrong} role="alert">
      {message}
    </p>
  )
