export { default } from '../eslint.own.config.mjs';
