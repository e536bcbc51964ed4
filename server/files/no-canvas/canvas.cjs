/** PDF.js requires a canvas to draw pages; we only read text. Its 35 MB of native code stay out of a process that parses untrusted files. */
module.exports = { DOMMatrix: class {}, Path2D: class {} }
