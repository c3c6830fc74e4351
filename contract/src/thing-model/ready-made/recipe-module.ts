import type { ThingModel } from '../thing-model.model.ts'
import { celsius, choice, either, float, int, member, minutes, parameter, reading, seconds, text } from './writing.ts'

/** The module of ovens that keep recipes (recipes.md, To the oven). An oven without it cooks, but keeps none. */
export const recipeModule = 'Recipe'

/** Functions of the module that the server reads or calls, by identifier. */
export const recipeFunctions = {
  save: 'Recipe:Save',
  remove: 'Recipe:Remove',
  list: 'Recipe:List',
  startCooking: 'Recipe:StartCooking',
  heldDigest: 'Recipe:HeldDigest',
  languages: 'Recipe:Languages',
  cooking: 'Recipe:Cooking',
  cookingVersion: 'Recipe:CookingVersion',
  paused: 'Recipe:Paused',
  stageEnds: 'Recipe:StageEnds',
  cooked: 'Recipe:Cooked',
} as const

/** Recipes in one answer of `List`. */
export const recipesListed = 30

/** Causes that end a stage: its own rule, a person, or a fault. The first four have the numbers of the cooking modes of recipes. */
export const stageEndings = [
  { value: 0, key: 'timed', en: 'Time', zh: '时间到' },
  { value: 1, key: 'core', en: 'Core temperature', zh: '芯温到' },
  { value: 2, key: 'difference', en: 'Temperature difference', zh: '温差到' },
  { value: 3, key: 'preset', en: 'Preset', zh: '出厂预设结束' },
  { value: 4, key: 'stopped', en: 'Stopped', zh: '被停止' },
  { value: 5, key: 'fault', en: 'Fault', zh: '故障中断' },
] as const
export type StageEnding = (typeof stageEndings)[number]['key']

const id = parameter('Id', 'Recipe', '菜谱编号', text(20))
const version = parameter('Version', 'Version', '版本', int(1, 1_000_000))
const room = parameter('Room', 'Free places', '剩余位置', int(0, 10_000))
const service = (identifier: string, en: string, zh: string) => ({
  identifier,
  name: { en, zh },
  required: false,
  callType: 'async' as const,
})

export const recipeFunctionsOfOven: Readonly<Required<ThingModel>> = {
  modules: [{ identifier: recipeModule, name: { en: 'Recipes', zh: '菜谱' } }],
  properties: [
    // SHA-256 over the sorted lines `Id Version` of the recipes that were sent to it.
    reading(recipeFunctions.heldDigest, 'Held recipes', '菜谱摘要', text(64)),
    // Languages that its panel shows, the first one first: `zh,en`.
    reading(recipeFunctions.languages, 'Panel languages', '面板语言', text(40)),
    // Empty: no recipe cooks. The values of the last one stay until the next begins.
    reading(recipeFunctions.cooking, 'Recipe that cooks', '当前菜谱', text(20)),
    reading(recipeFunctions.cookingVersion, 'Its version', '当前菜谱版本', int(0, 1_000_000)),
    reading(recipeFunctions.paused, 'Paused', '等待加料', either(['No', '否'], ['For a person', '等待加料'])),
    reading(recipeFunctions.stageEnds, 'Stages that ended', '已结束阶段', {
      type: 'array',
      size: 14,
      item: {
        type: 'struct',
        members: [
          member('Stage', 'Stage', '阶段', int(1, 14)),
          member('By', 'Ended by', '结束原因', choice(stageEndings)),
          member('Seconds', 'Duration', '时长', seconds(0, 86_400)),
          member('CoreTemp', 'Core temperature', '芯温', celsius(-40, 150)),
        ],
      },
    }),
  ],
  events: [
    {
      identifier: recipeFunctions.cooked,
      name: { en: 'Recipe cooked', zh: '菜谱烹饪完成' },
      required: false,
      type: 'info',
      outputData: [
        id,
        version,
        parameter('Minutes', 'Duration', '时长', minutes(0, 10_080)),
        parameter('Energy', 'Energy used', '用电量', float(0, 10_000, 0.01, 'kWh', 'kilowatt hour')),
      ],
    },
  ],
  services: [
    {
      ...service(recipeFunctions.save, 'Save recipe', '保存菜谱'),
      description: 'The oven fetches the document from Url and checks Size and Sign before it answers.',
      repeatable: true,
      inputData: [
        id,
        version,
        parameter('Url', 'Address', '下载地址', text(512)),
        parameter('Size', 'Bytes', '字节数', int(1, 10_000_000)),
        parameter('Sign', 'Digest', '摘要', text(64)),
        parameter('SignMethod', 'Digest method', '摘要算法', text(16)),
      ],
      outputData: [version, room],
    },
    {
      ...service(recipeFunctions.remove, 'Remove recipe', '删除菜谱'),
      repeatable: true,
      inputData: [id],
      outputData: [room],
    },
    {
      ...service(recipeFunctions.list, 'List recipes', '列出菜谱'),
      description: 'Pages of 30 from 1, the recipes made at the oven (Own 1) among them.',
      repeatable: true,
      inputData: [parameter('Page', 'Page', '页码', int(1, 1000))],
      outputData: [
        parameter('Total', 'Recipes', '菜谱数', int(0, 10_000)),
        room,
        parameter('Recipes', 'Recipes', '菜谱列表', {
          type: 'array',
          size: recipesListed,
          item: {
            type: 'struct',
            members: [
              member('Id', 'Recipe', '菜谱编号', text(20)),
              member('Version', 'Version', '版本', int(0, 1_000_000)),
              member('Own', 'Made here', '本机自建', either(['Sent', '下发'], ['Made here', '自建'])),
            ],
          },
        }),
      ],
    },
    {
      ...service(recipeFunctions.startCooking, 'Cook recipe', '启动菜谱'),
      inputData: [id, version],
      outputData: [parameter('StageCount', 'Number of stages', '阶段总数', int(0, 14))],
    },
  ],
}
