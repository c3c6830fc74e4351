import { texts } from '../text.ts'

export const modbusText = texts('device', {
  modbusSilent: { en: 'The unit did not answer on its Modbus line', zh: 'Modbus 从站无应答' },
  modbusDamaged: {
    en: 'The unit answered, but the answer was damaged on its Modbus line (wrong check sum)',
    zh: 'Modbus 从站有应答，但数据在总线上受损（校验错误）',
  },
  modbusRefused: { en: 'The unit refused the write', zh: 'Modbus 从站拒绝写入' },
  modbusUnread: { en: 'Written, but the unit did not let it be read back', zh: '已写入，但从站拒绝回读，无法确认' },
  modbusDiffers: { en: 'Written, but another value was read back', zh: '已写入，但回读的值与下发的不一致' },
  modbusValue: { en: 'The registers cannot hold this value', zh: '寄存器无法表示该值' },
  modbusNoRegister: { en: 'It has no register in this unit', zh: '该功能未配置 Modbus 寄存器', status: 422 },
  modbusApart: {
    en: 'Properties without a register are sent over Alink: send them separately from those with a register',
    zh: '未配置寄存器的属性通过 Alink 下发，请与写入寄存器的属性分开下发',
    status: 422,
  },
})
