import type { Words } from '../locale.ts'
import { texts } from '../text.ts'

type InUse = { name: string; devices: number; accounts: number; below: number; others: number }

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`

export const customerText = texts('customer', {
  unknown: { en: 'There is no such customer', zh: '客户不存在', status: 404 },
  unknownOrganisation: { en: 'There is no such organisation', zh: '组织不存在', status: 404 },
  nameTaken: { en: 'A customer with this name already exists there', zh: '该组织下已有同名客户', status: 422 },
  codeTaken: { en: 'This code is already used there', zh: '该组织下已有相同编码', status: 422 },
  unknownDistributor: { en: 'There is no such distributor', zh: '经销商不存在', status: 404 },
  unknownAgent: { en: 'There is no such agent', zh: '代理商不存在', status: 404 },
  distributorNameTaken: { en: 'A distributor with this name already exists', zh: '已有同名经销商', status: 422 },
  agentNameTaken: { en: 'An agent with this name already exists there', zh: '该组织下已有同名代理商', status: 422 },
  wrongDistributorParent: {
    en: 'A distributor must be directly below the platform',
    zh: '经销商只能直属于平台',
    status: 422,
  },
  wrongAgentParent: {
    en: 'An agent must be below the platform or a distributor',
    zh: '代理商只能隶属于平台或经销商',
    status: 422,
  },
  wrongParent: { en: 'A customer cannot be below another customer', zh: '客户不能隶属于另一个客户', status: 422 },
  unknownParent: {
    en: 'There is no such organisation, or it cannot have customers',
    zh: '上级组织不存在，或其下不能设客户',
  },
  ambiguousParent: {
    en: 'Several organisations have this name: give them different names, or add the customer by hand',
    zh: '有多个组织使用该名称，请先区分名称，或手动新增该客户',
  },
  twiceInFile: {
    en: (p: { row: number }) => `Row ${p.row} of this file already has this name for the same organisation`,
    zh: (p: { row: number }) => `与本文件第 ${p.row} 行重复：同一组织下名称相同`,
  },
  unknownArea: { en: 'There is no such area', zh: '该地区不存在' },
  severalAreas: {
    en: (p: { en: string; zh: string }) => `Several areas have this name: ${p.en}`,
    zh: (p: { en: string; zh: string }) => `名称不唯一：${p.zh}`,
  },
  areaNear: {
    en: (p: { en: string; zh: string }) => `There is no such area. Near it: ${p.en}`,
    zh: (p: { en: string; zh: string }) => `该地区不存在，相近的有：${p.zh}`,
  },
  wrongZone: { en: 'Province, city and region do not fit together', zh: '省、市、区不匹配', status: 422 },
  changedSince: {
    en: 'Somebody has changed this customer since you opened it. Load it again to see the change',
    zh: '该客户已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  sellerChangedSince: {
    en: 'Somebody has changed this organisation since you opened it. Load it again to see the change',
    zh: '该组织已被他人修改，请重新载入后再编辑',
    status: 409,
  },
  carriesAbove: {
    en: 'A customer gets whatever its seller carries',
    zh: '客户可购型号由其上级决定，无需单独设置',
    status: 422,
  },
  notOffered: {
    en: 'The organisation above does not carry all of these models',
    zh: '所选型号中有上级组织不可售的型号',
    status: 422,
  },
  sellOffMissing: {
    en: 'Enter the last day on which the withdrawn models may be sold',
    zh: '请填写撤销型号的清库期',
    status: 422,
  },
  sellOffPast: { en: 'This day has already passed', zh: '清库期不能早于今天', status: 422 },
  notCarried: {
    en: (p: { organisation: string; model: Words }) =>
      `${p.organisation} does not carry ${p.model.en} or no longer does: it cannot get devices of this model`,
    zh: (p: { organisation: string; model: Words }) =>
      `“${p.organisation}”不可售型号“${p.model.zh}”，或其清库期已过，不能再分配或转移该型号设备`,
    status: 422,
  },
  own: {
    en: 'You cannot delete, disable or move the organisation you belong to',
    zh: '不能删除、停用或移动您所属的组织',
    status: 422,
  },
  // The message names the first customer in use; `fields` has an entry for each one.
  inUse: {
    en: ({ name, devices, accounts, below, others }: InUse) =>
      `${name} still has ${listed([
        ...counted(devices, 'device', 'devices'),
        ...counted(accounts, 'account', 'accounts'),
        ...counted(below, 'organisation below it', 'organisations below it'),
      ])}${others > 0 ? `, and so do ${others} more. Nothing was deleted` : ''}`,
    zh: ({ name, devices, accounts, below, others }: InUse) =>
      `“${name}”名下还有 ${[
        devices > 0 ? `${devices} 台设备` : '',
        accounts > 0 ? `${accounts} 个账号` : '',
        below > 0 ? `${below} 个下级组织` : '',
      ]
        .filter(Boolean)
        .join('、')}${others > 0 ? `，另有 ${others} 个也未清空，均未删除` : ''}`,
    status: 409,
  },
})
