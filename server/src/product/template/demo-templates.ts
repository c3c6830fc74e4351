import type { Words } from '@brigade/contract/locale.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type {
  Control,
  NetworkTemplate,
  TemplateContents,
  TemplateKind,
} from '@brigade/contract/product/template/template.model.ts'

/** The app's templates for our own ovens and refrigerators, as a product manager would have made them. */

type Templates = { readonly [K in TemplateKind]: TemplateContents[K] }
type InfoGroups = TemplateContents['params-info']['groups']
type EditGroups = TemplateContents['params-edit']['groups']
type EditControl = EditGroups[number]['items'][number]['control']

const w = (en: string, zh: string): Words => ({ en, zh })

/** Consecutive ids, so that the result is the same at every call. */
function counting(): () => string {
  let made = 0
  return () => `w${String((made += 1)).padStart(4, '0')}`
}

/** Large figures are marked with an exclamation mark. */
function infoGroups(groups: readonly (readonly [en: string, zh: string, properties: string])[]): InfoGroups {
  const id = counting()
  return groups.map(([en, zh, properties]) => ({
    id: id(),
    title: w(en, zh),
    items: properties
      .split(' ')
      .map((property) => ({ id: id(), property: property.replace('!', ''), emphasis: property.endsWith('!') })),
  }))
}

function editGroups(
  groups: readonly (readonly [en: string, zh: string, items: Readonly<Record<string, EditControl>>])[],
): EditGroups {
  const id = counting()
  return groups.map(([en, zh, items]) => ({
    id: id(),
    title: w(en, zh),
    items: Object.entries(items).map(([property, control]) => ({
      id: id(),
      property,
      control,
      // Settings that lock people out or switch cooling off need a confirmation.
      confirm: property === 'ChildLock' || property === 'Standby',
    })),
  }))
}

type ControlDraft = readonly [icon: Control['icon'], label: Words, action: Control['action'], identifier?: string]
function controls(drafts: readonly ControlDraft[]): Control[] {
  const id = counting()
  return drafts.map(([icon, label, action, identifier]) => ({
    id: id(),
    icon,
    label,
    action,
    ...(identifier === undefined ? {} : { identifier }),
    width: action === 'set' ? 1 : 2,
    confirm: action === 'call',
  }))
}

const openPages: readonly ControlDraft[] = [
  ['settings', w('Settings', '参数设置'), 'open-edit'],
  ['temperature', w('Figures', '运行数据'), 'open-info'],
]

const zone = (id: string, name: Words, current: string, target: string, humidity?: string) => ({
  id,
  name,
  current,
  target,
  ...(humidity === undefined ? {} : { humidity }),
})
const preset = (id: string, name: Words, temperatureC: number) => ({ id, name, temperatureC })

const oven: Omit<Templates, 'distribution-network'> = {
  'params-info': {
    groups: infoGroups([
      [
        'Cooking',
        '烹饪',
        'WorkState ChamberTemp! CoreTemp Humidity ProgramName CurStage StageRemaining ProgramRemaining! FinishTime',
      ],
      ['Water and steam', '水与蒸汽', 'WaterLevel WaterSupply SteamTemp BoilerScale DrainTemp'],
      ['Cleaning', '清洁', 'WashPhase WashRemaining HoursSinceWash FilterHours'],
      ['Consumption', '能耗', 'PowerDraw EnergyTotal WaterTotal RunHours CookCount'],
      ['Appliance', '设备', 'DoorState CoreProbe FaultCode FirmwareVersion Rssi'],
    ]),
  },
  'device-control': {
    headline: 'ChamberTemp',
    controls: controls([
      ['light', w('Light', '照明'), 'set', 'Light'],
      ['fan', w('Fan direction', '风机转向'), 'set', 'FanReverse'],
      ['stop', w('Stop cooking', '停止烹饪'), 'call', 'StopCooking'],
      ...openPages,
    ]),
  },
  'params-edit': {
    groups: editGroups([
      [
        'Cooking',
        '烹饪',
        { SetTemp: 'stepper', SetHumidity: 'slider', FanSpeed: 'slider', FanReverse: 'switch', CoreTarget: 'stepper' },
      ],
      ['Appliance', '设备', { Light: 'switch', Volume: 'slider', ChildLock: 'switch' }],
    ]),
  },
  'temperature-control': {
    zones: [
      zone('zone1', w('Chamber', '腔体'), 'ChamberTemp', 'SetTemp', 'Humidity'),
      zone('zone2', w('Core', '芯温'), 'CoreTemp', 'CoreTarget'),
    ],
    presets: [
      preset('preset1', w('Keep warm', '保温'), 65),
      preset('preset2', w('Low temperature', '低温慢煮'), 75),
      preset('preset3', w('Steam', '蒸'), 100),
      preset('preset4', w('Roast', '烤'), 180),
    ],
  },
}

const cooler: Omit<Templates, 'distribution-network'> = {
  'params-info': {
    groups: infoGroups([
      ['Temperatures', '温度', 'CabinetTemp! EvaporatorTemp CondenserTemp AmbientTemp Humidity'],
      ['Cooling', '制冷', 'WorkState! Compressor EvaporatorFan CondenserFan'],
      ['Defrost', '除霜', 'Defrost NextDefrost FrostLevel'],
      ['Consumption', '能耗', 'PowerDraw EnergyTotal Voltage CompressorHours CompressorStarts'],
      ['Appliance', '设备', 'DoorState DoorOpenings FaultCode FirmwareVersion Rssi'],
    ]),
  },
  'device-control': {
    headline: 'CabinetTemp',
    controls: controls([
      ['light', w('Light', '照明'), 'set', 'Light'],
      ['power', w('Standby', '待机'), 'set', 'Standby'],
      ['defrost', w('Start defrost', '启动除霜'), 'call', 'StartDefrost'],
      ['stop', w('Stop defrost', '停止除霜'), 'call', 'StopDefrost'],
      ...openPages,
    ]),
  },
  'params-edit': {
    groups: editGroups([
      ['Cooling', '制冷', { SetPoint: 'stepper', SetDifferential: 'stepper' }],
      ['Alarms', '告警', { HighLimit: 'stepper', LowLimit: 'stepper', AlarmDelay: 'stepper' }],
      ['Defrost', '除霜', { DefrostInterval: 'slider', DefrostMinutes: 'slider', DefrostEndTemp: 'stepper' }],
      ['Appliance', '设备', { Light: 'switch', Standby: 'switch' }],
    ]),
  },
  'temperature-control': {
    zones: [zone('zone1', w('Cabinet', '柜内'), 'CabinetTemp', 'SetPoint', 'Humidity')],
    presets: [
      preset('preset1', w('Frozen food', '冷冻'), -18),
      preset('preset2', w('Meat and fish', '肉类与鱼类'), 0),
      preset('preset3', w('Dairy', '乳制品'), 4),
      preset('preset4', w('Vegetables', '蔬菜'), 8),
    ],
  },
}

// Network set-up ----------------------------------------------------------------------------------------------------

const next = w('Next', '下一步')
type Step = readonly [title: Words, text: Words, button: Words]
const steps = (drafts: readonly Step[]) => {
  const id = counting()
  return drafts.map(([title, text, button]) => ({ id: id(), title, text, button }))
}

/** A device with Wi-Fi opens a hotspot; one with a SIM card is identified by the code on its plate. */
const networks = (namePrefix: string): Readonly<Record<'wifi' | '4g', NetworkTemplate>> => ({
  wifi: {
    modes: [
      {
        mode: 'hotspot',
        namePrefix,
        timeoutS: 120,
        steps: steps([
          [
            w('Switch it on', '接通电源'),
            w('Switch the appliance on and wait until its display is lit.', '打开设备电源，等待显示屏亮起。'),
            next,
          ],
          [
            w('Open its hotspot', '开启热点'),
            w('On the display choose Settings, Network, Hotspot.', '在显示屏上依次选择“设置”“网络”“热点”。'),
            next,
          ],
          [
            w('Choose your Wi-Fi', '选择 Wi-Fi'),
            w(
              'Choose the Wi-Fi of the kitchen and enter its password. Only 2.4 GHz networks are found.',
              '选择厨房的 Wi-Fi 并输入密码，仅支持 2.4 GHz 网络。',
            ),
            w('Connect', '开始连接'),
          ],
        ]),
      },
    ],
  },
  '4g': {
    modes: [
      {
        mode: 'qr-code',
        namePrefix: '',
        timeoutS: 180,
        steps: steps([
          [
            w('Switch it on', '接通电源'),
            w(
              'Switch the appliance on and wait until the signal on its display has at least two bars.',
              '打开设备电源，等待显示屏上的信号至少有两格。',
            ),
            next,
          ],
          [
            w('Scan the code', '扫描二维码'),
            w('The code is on the rating plate, beside the serial number.', '二维码位于设备铭牌上，序列号旁边。'),
            w('Scan', '扫一扫'),
          ],
        ]),
      },
    ],
  },
})
const networkOf = { oven: networks('BX_'), cooler: networks('RC_') } as const

export const demoTemplates = (kind: DeviceKind, network: 'wifi' | '4g'): Templates => ({
  'distribution-network': networkOf[kind][network],
  ...(kind === 'oven' ? oven : cooler),
})
