/** Working sets (decision 0102): roles of members, and the status of a case in the team's work. */
export const setRoles = [
  { value: 'owner', label: 'Владелец' },
  { value: 'editor', label: 'Редактор' },
  { value: 'reader', label: 'Читатель' },
] as const
export type SetRole = (typeof setRoles)[number]['value']
export const givenRoles = ['editor', 'reader'] as const
export type GivenRole = (typeof givenRoles)[number]

export const itemStatuses = [
  { value: 'unseen', label: 'Не смотрели' },
  { value: 'working', label: 'В работе' },
  { value: 'checked', label: 'Проверено' },
  { value: 'disputed', label: 'Спорно' },
] as const
export type ItemStatus = (typeof itemStatuses)[number]['value']
export const itemStatusNames = itemStatuses.map(({ value }) => value)

export const maxSets = 200
/** All in one answer, including former folders above the limit. */
export const maxListedSets = 500
export const maxSetCases = 10_000
/** Waiting rows of tables. */
export const maxSetUnfound = 10_000
export const maxSetMembers = 50
export const maxSetColumns = 30
export const maxSetLabels = 200
export const maxItemLabels = 20
export const maxSetTitle = 80
export const maxColumnTitle = 80
export const maxColumnText = 1_000
export const maxLabelTitle = 60
export const maxInvitations = 20
export const invitationDays = 7
export const maxInvitationDays = 30

/** Files of a set: a workbook with all notes, and a list for a filing. */
export const setFileFormats = [
  { value: 'xlsx', label: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { value: 'docx', label: 'Word', type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
] as const
export type SetFileFormat = (typeof setFileFormats)[number]['value']
export const maxWordCases = 2_000
