export { fromWire, toWire } from '@tallystick/protocol/word-case';
