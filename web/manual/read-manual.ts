import { marked, type Token, type Tokens } from 'marked'
import { type ChapterName, chapters } from './contents.ts'

/** The Markdown is part of the product, so its HTML is trusted. */
export type ManualSection = { id: string; title: string; html: string; text: string }
export type Chapter = { name: ChapterName; title: string; sections: readonly ManualSection[] }

const files = import.meta.glob<string>('./chapters/*.md', { query: '?raw', import: 'default', eager: true })
const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })
/** All images have this size: their space is reserved. */
const picture = { width: 1280, height: 800 }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
marked.use({
  renderer: {
    image: ({ href, text }) => {
      const src = pictures[`./pictures/${href}`]
      return src === undefined
        ? ''
        : `<img src="${escaped(src)}" alt="${escaped(text)}" width="${picture.width}" height="${picture.height}" loading="lazy">`
    },
  },
})

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const bare = (html: string): string =>
  html
    // Inline elements do not separate words: «избранное», not «избранное ,».
    .replaceAll(/<\/?(?:a|code|del|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/\s+/g, ' ')
    .trim()

function read(name: ChapterName, source: string): Chapter {
  let title = ''
  const sections: { title: string; tokens: Token[] }[] = [{ title: '', tokens: [] }]
  for (const token of marked.lexer(source)) {
    if (isHeading(token) && token.depth === 1) title = token.text
    else if (isHeading(token)) sections.push({ title: token.text, tokens: [] })
    else sections.at(-1)?.tokens.push(token)
  }
  return {
    name,
    title,
    sections: sections.map(({ title: heading, tokens }, n) => {
      const html = marked.parser(tokens)
      return { id: `${name}-${n}`, title: heading, html, text: bare(html) }
    }),
  }
}

export const manual: readonly Chapter[] = chapters.map(name =>
  read(name, Object.entries(files).find(([path]) => path.endsWith(`-${name}.md`))?.[1] ?? ''),
)
