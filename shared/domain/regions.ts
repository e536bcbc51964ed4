/** Regions by the numbers of УИД, with the time zone of their capital; a court's own zone wins. */
export type Region = { number: number; title: string; district: string; time_zone: string }

const table: readonly (readonly [number: number, title: string, district: string, zone: string])[] = [
  [1, 'Республика Адыгея', 'Южный', 'Europe/Moscow'],
  [2, 'Республика Башкортостан', 'Приволжский', 'Asia/Yekaterinburg'],
  [3, 'Республика Бурятия', 'Дальневосточный', 'Asia/Irkutsk'],
  [4, 'Республика Алтай', 'Сибирский', 'Asia/Barnaul'],
  [5, 'Республика Дагестан', 'Северо-Кавказский', 'Europe/Moscow'],
  [6, 'Республика Ингушетия', 'Северо-Кавказский', 'Europe/Moscow'],
  [7, 'Кабардино-Балкарская Республика', 'Северо-Кавказский', 'Europe/Moscow'],
  [8, 'Республика Калмыкия', 'Южный', 'Europe/Moscow'],
  [9, 'Карачаево-Черкесская Республика', 'Северо-Кавказский', 'Europe/Moscow'],
  [10, 'Республика Карелия', 'Северо-Западный', 'Europe/Moscow'],
  [11, 'Республика Коми', 'Северо-Западный', 'Europe/Moscow'],
  [12, 'Республика Марий Эл', 'Приволжский', 'Europe/Moscow'],
  [13, 'Республика Мордовия', 'Приволжский', 'Europe/Moscow'],
  [14, 'Республика Саха (Якутия)', 'Дальневосточный', 'Asia/Yakutsk'],
  [15, 'Республика Северная Осетия — Алания', 'Северо-Кавказский', 'Europe/Moscow'],
  [16, 'Республика Татарстан', 'Приволжский', 'Europe/Moscow'],
  [17, 'Республика Тыва', 'Сибирский', 'Asia/Krasnoyarsk'],
  [18, 'Удмуртская Республика', 'Приволжский', 'Europe/Samara'],
  [19, 'Республика Хакасия', 'Сибирский', 'Asia/Krasnoyarsk'],
  [21, 'Чувашская Республика', 'Приволжский', 'Europe/Moscow'],
  [22, 'Алтайский край', 'Сибирский', 'Asia/Barnaul'],
  [23, 'Краснодарский край', 'Южный', 'Europe/Moscow'],
  [24, 'Красноярский край', 'Сибирский', 'Asia/Krasnoyarsk'],
  [25, 'Приморский край', 'Дальневосточный', 'Asia/Vladivostok'],
  [26, 'Ставропольский край', 'Северо-Кавказский', 'Europe/Moscow'],
  [27, 'Хабаровский край', 'Дальневосточный', 'Asia/Vladivostok'],
  [28, 'Амурская область', 'Дальневосточный', 'Asia/Yakutsk'],
  [29, 'Архангельская область', 'Северо-Западный', 'Europe/Moscow'],
  [30, 'Астраханская область', 'Южный', 'Europe/Astrakhan'],
  [31, 'Белгородская область', 'Центральный', 'Europe/Moscow'],
  [32, 'Брянская область', 'Центральный', 'Europe/Moscow'],
  [33, 'Владимирская область', 'Центральный', 'Europe/Moscow'],
  [34, 'Волгоградская область', 'Южный', 'Europe/Volgograd'],
  [35, 'Вологодская область', 'Северо-Западный', 'Europe/Moscow'],
  [36, 'Воронежская область', 'Центральный', 'Europe/Moscow'],
  [37, 'Ивановская область', 'Центральный', 'Europe/Moscow'],
  [38, 'Иркутская область', 'Сибирский', 'Asia/Irkutsk'],
  [39, 'Калининградская область', 'Северо-Западный', 'Europe/Kaliningrad'],
  [40, 'Калужская область', 'Центральный', 'Europe/Moscow'],
  [41, 'Камчатский край', 'Дальневосточный', 'Asia/Kamchatka'],
  [42, 'Кемеровская область', 'Сибирский', 'Asia/Novokuznetsk'],
  [43, 'Кировская область', 'Приволжский', 'Europe/Kirov'],
  [44, 'Костромская область', 'Центральный', 'Europe/Moscow'],
  [45, 'Курганская область', 'Уральский', 'Asia/Yekaterinburg'],
  [46, 'Курская область', 'Центральный', 'Europe/Moscow'],
  [47, 'Ленинградская область', 'Северо-Западный', 'Europe/Moscow'],
  [48, 'Липецкая область', 'Центральный', 'Europe/Moscow'],
  [49, 'Магаданская область', 'Дальневосточный', 'Asia/Magadan'],
  [50, 'Московская область', 'Центральный', 'Europe/Moscow'],
  [51, 'Мурманская область', 'Северо-Западный', 'Europe/Moscow'],
  [52, 'Нижегородская область', 'Приволжский', 'Europe/Moscow'],
  [53, 'Новгородская область', 'Северо-Западный', 'Europe/Moscow'],
  [54, 'Новосибирская область', 'Сибирский', 'Asia/Novosibirsk'],
  [55, 'Омская область', 'Сибирский', 'Asia/Omsk'],
  [56, 'Оренбургская область', 'Приволжский', 'Asia/Yekaterinburg'],
  [57, 'Орловская область', 'Центральный', 'Europe/Moscow'],
  [58, 'Пензенская область', 'Приволжский', 'Europe/Moscow'],
  [59, 'Пермский край', 'Приволжский', 'Asia/Yekaterinburg'],
  [60, 'Псковская область', 'Северо-Западный', 'Europe/Moscow'],
  [61, 'Ростовская область', 'Южный', 'Europe/Moscow'],
  [62, 'Рязанская область', 'Центральный', 'Europe/Moscow'],
  [63, 'Самарская область', 'Приволжский', 'Europe/Samara'],
  [64, 'Саратовская область', 'Приволжский', 'Europe/Saratov'],
  [65, 'Сахалинская область', 'Дальневосточный', 'Asia/Sakhalin'],
  [66, 'Свердловская область', 'Уральский', 'Asia/Yekaterinburg'],
  [67, 'Смоленская область', 'Центральный', 'Europe/Moscow'],
  [68, 'Тамбовская область', 'Центральный', 'Europe/Moscow'],
  [69, 'Тверская область', 'Центральный', 'Europe/Moscow'],
  [70, 'Томская область', 'Сибирский', 'Asia/Tomsk'],
  [71, 'Тульская область', 'Центральный', 'Europe/Moscow'],
  [72, 'Тюменская область', 'Уральский', 'Asia/Yekaterinburg'],
  [73, 'Ульяновская область', 'Приволжский', 'Europe/Ulyanovsk'],
  [74, 'Челябинская область', 'Уральский', 'Asia/Yekaterinburg'],
  [75, 'Забайкальский край', 'Дальневосточный', 'Asia/Chita'],
  [76, 'Ярославская область', 'Центральный', 'Europe/Moscow'],
  [77, 'Москва', 'Центральный', 'Europe/Moscow'],
  [78, 'Санкт-Петербург', 'Северо-Западный', 'Europe/Moscow'],
  [79, 'Еврейская автономная область', 'Дальневосточный', 'Asia/Vladivostok'],
  [82, 'Республика Крым', 'Южный', 'Europe/Simferopol'],
  [83, 'Ненецкий автономный округ', 'Северо-Западный', 'Europe/Moscow'],
  [86, 'Ханты-Мансийский автономный округ — Югра', 'Уральский', 'Asia/Yekaterinburg'],
  [87, 'Чукотский автономный округ', 'Дальневосточный', 'Asia/Anadyr'],
  [89, 'Ямало-Ненецкий автономный округ', 'Уральский', 'Asia/Yekaterinburg'],
  [92, 'Севастополь', 'Южный', 'Europe/Simferopol'],
  [94, 'Территории за пределами РФ', 'За пределами РФ', 'Europe/Moscow'],
  [95, 'Чеченская Республика', 'Северо-Кавказский', 'Europe/Moscow'],
]

export const regions: readonly Region[] = table.map(([number, title, district, time_zone]) => ({
  number,
  title,
  district,
  time_zone,
}))
const byNumber = new Map(regions.map(region => [region.number, region]))

/** Codes of courts (ВНКОД) that begin with another number than their region has now: former regions, and three that changed places. */
const formerNumbers: ReadonlyMap<number, number> = new Map([
  [2, 4],
  [3, 2],
  [4, 3],
  [20, 95],
  [80, 75],
  [81, 59],
  [82, 41],
  [84, 24],
  [85, 38],
  [88, 24],
  [91, 82],
])
/** Of a civil court or a magistrate: military courts of many regions share a number. */
export const regionOfCode = (vnkod: string): number => {
  const number = Number(vnkod.slice(0, 2))
  return formerNumbers.get(number) ?? number
}

/** Lists of courts that go about put those of one region under the number of another: courts of Ямало-Ненецкий округ under 83. */
export const mistakenRegions: ReadonlyMap<number, number> = new Map([[83, 89]])

export const regionTitle = (number: number): string => byNumber.get(number)?.title ?? `Регион ${number}`
export const isRegion = (number: number): boolean => byNumber.has(number)
/** IANA zone of the region's courts; Moscow's where the region is unknown. */
export const regionTimeZone = (number: number): string => byNumber.get(number)?.time_zone ?? 'Europe/Moscow'
