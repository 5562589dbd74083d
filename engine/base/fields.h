// One description of every public field, walked by whoever needs it.
//
// A struct that crosses the border (scenario, catalog record, result) lists its fields once, in a
// `visit` function. The JSON reader, the JSON writer, the JSON Schema, the URL codec and the range
// check are visitors over that list; none of them repeats a name, a default or a limit.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ridgepoint {

// A text whose length is part of its type: fields are described each time they are visited, and nobody counts them.
struct Literal : std::string_view {
  template <std::size_t Size>
  [[gnu::always_inline]] constexpr Literal(const char (&text)[Size]) : std::string_view(text, Size - 1) {}
  constexpr explicit Literal(std::string_view text) : std::string_view(text) {}
};

// What is known of one field beside its value.
struct Field {
  Literal name;  // JSON key, C++ member, JS property and URL key alike; sentences on them are in catalog/words
  Literal unit = "";
  // The least and the greatest value that something real has: whoever reads, shows, draws or answers keeps to them.
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool integer = false;
  Literal word = "";     // a word accepted in place of the value: "auto" or "max"
  bool planned = false;  // named by the contract, not computed yet: refused when given
  Literal was = "";      // its name in earlier releases, which is still read
};

// Walks fields in order. An empty optional is an absent field.
// For a number or choice whose Field has a word: absent stands for "auto", infinity for "max".
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;
  virtual void number(const Field&, std::optional<double>&) = 0;
  virtual void flag(const Field&, std::optional<bool>&) = 0;
  virtual void text(const Field&, std::optional<std::string>&) = 0;
  // A text that is always there.
  virtual void plain_text(const Field& f, std::string& x) {
    std::optional<std::string> value = x;
    text(f, value);
    if (value) x = *std::move(value);
  }
  // A word out of `names`; the value is its position.
  virtual void choice(const Field&, std::span<const std::string_view> names, std::optional<int>&) = 0;
  virtual void texts(const Field&, std::vector<std::string>&) = 0;
  virtual void numbers(const Field&, std::vector<double>&) = 0;

  // An object. False: it is absent and stays so; its fields are not to be visited.
  virtual bool open(const Field&, bool present) = 0;
  virtual void close() = 0;
  // A list of objects. Gives the number of elements to visit; each is enclosed in
  // open_element / close_element.
  virtual std::size_t open_list(const Field&, std::size_t size) = 0;
  virtual void open_element(std::size_t index) = 0;
  virtual void close_element() = 0;
  virtual void close_list() = 0;
};

// Declares in a visitor what it does with each kind of field.
// NOLINTNEXTLINE(bugprone-macro-parentheses)
#define DECLARE_VISITS()                                                                                \
  void number(const Field& f, std::optional<double>& x) override;                                       \
  void flag(const Field& f, std::optional<bool>& x) override;                                           \
  void text(const Field& f, std::optional<std::string>& x) override;                                    \
  void choice(const Field& f, std::span<const std::string_view> names, std::optional<int>& x) override; \
  void texts(const Field& f, std::vector<std::string>& x) override;                                     \
  void numbers(const Field& f, std::vector<double>& x) override;                                        \
  bool open(const Field& f, bool present) override;                                                     \
  void close() override;                                                                                \
  std::size_t open_list(const Field& f, std::size_t size) override;                                     \
  void open_element(std::size_t index) override;                                                        \
  void close_element() override;                                                                        \
  void close_list() override

// The present word for one of an earlier release, which is still read; else the word itself.
std::string_view present_word(std::string_view word);

// The words of an enumeration, in the order of its enumerators; specialised beside each enum.
template <class Enum>
inline constexpr auto kWords = nullptr;

template <std::size_t... Size>
constexpr std::array<std::string_view, sizeof...(Size)> word_list(const char (&... words)[Size]) {
  return {std::string_view(words, Size - 1)...};
}

// An object whose structure is not fixed here is described by a free function visit(T&, visitor).
inline void visit_field(FieldVisitor& v, const Field& f, std::optional<double>& x) { v.number(f, x); }
inline void visit_field(FieldVisitor& v, const Field& f, std::optional<bool>& x) { v.flag(f, x); }
inline void visit_field(FieldVisitor& v, const Field& f, std::optional<std::string>& x) { v.text(f, x); }
inline void visit_field(FieldVisitor& v, const Field& f, std::vector<std::string>& x) { v.texts(f, x); }
inline void visit_field(FieldVisitor& v, const Field& f, std::vector<double>& x) { v.numbers(f, x); }

// An int's field: whole, and within what an int holds.
inline Field whole(Field f) {
  f.integer = true;
  if (f.min < -2147483647.0) f.min = -2147483647.0;
  if (f.max > 2147483647.0) f.max = 2147483647.0;
  return f;
}
inline void visit_field(FieldVisitor& v, const Field& f, std::optional<int>& x) {
  std::optional<double> value;
  if (x) value = *x;
  v.number(whole(f), value);
  x.reset();
  if (value && *value > -2147483648.0 && *value < 2147483648.0) x = static_cast<int>(*value);
}
template <class Value>
requires std::is_arithmetic_v<Value>
void visit_field(FieldVisitor& v, const Field& f, Value& x) {
  std::optional<Value> value = x;
  visit_field(v, f, value);
  if (value) x = *value;
}
inline void visit_field(FieldVisitor& v, const Field& f, std::string& x) { v.plain_text(f, x); }

template <class Enum>
requires std::is_enum_v<Enum>
void visit_field(FieldVisitor& v, const Field& f, Enum& x) {
  std::optional<int> position = static_cast<int>(x);
  v.choice(f, kWords<Enum>, position);
  if (position) x = static_cast<Enum>(*position);
}
template <class Enum>
requires std::is_enum_v<Enum>
void visit_field(FieldVisitor& v, const Field& f, std::optional<Enum>& x) {
  std::optional<int> position;
  if (x) position = static_cast<int>(*x);
  v.choice(f, kWords<Enum>, position);
  x.reset();
  if (position) x = static_cast<Enum>(*position);
}

// A typed quantity, shown in `scale` base units: scale 1e9 for bytes shown as GB.
template <class Quantity>
void visit_quantity(FieldVisitor& v, const Field& f, Quantity& x, double scale) {
  std::optional<double> value = x.value / scale;
  v.number(f, value);
  if (value) x.value = *value * scale;
}
template <class Quantity>
void visit_quantity(FieldVisitor& v, const Field& f, std::optional<Quantity>& x, double scale) {
  std::optional<double> value;
  if (x) value = x->value / scale;
  v.number(f, value);
  x.reset();
  if (value) x = Quantity{*value * scale};
}

// A nested object that is always there.
template <class T>
void visit_object(FieldVisitor& v, const Field& f, T& x) {
  if (!v.open(f, true)) return;
  visit(x, v);
  v.close();
}
// A nested object that may be absent.
template <class T>
void visit_object(FieldVisitor& v, const Field& f, std::optional<T>& x) {
  if (!v.open(f, x.has_value())) {
    x.reset();
    return;
  }
  if (!x) x.emplace();
  visit(*x, v);
  v.close();
}
template <class T>
void visit_list(FieldVisitor& v, const Field& f, std::vector<T>& x) {
  x.resize(v.open_list(f, x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    v.open_element(i);
    visit(x[i], v);
    v.close_element();
  }
  v.close_list();
}

// Fields in a row: v << field("id", x.id) << field("memory_gb", x.memory_gb, "GB", 0.5, 1e5). An open one may be left
// to the engine: "auto". Each is described by a call, from pointers and sizes: a thousand descriptions in place are 20
// kB.
enum class Said { name, unit, limits, open };
inline constexpr double kAnyNumber = std::numeric_limits<double>::infinity();
inline Field described(const char* name, std::size_t size) { return {.name = Literal({name, size})}; }
inline Field described(const char* name, std::size_t size, const char* unit, std::size_t unit_size) {
  return {.name = Literal({name, size}), .unit = Literal({unit, unit_size})};
}
inline Field described(const char* name, std::size_t size, const char* unit, std::size_t unit_size, double min,
                       double max, bool open) {
  return {.name = Literal({name, size}),
          .unit = Literal({unit, unit_size}),
          .min = min,
          .max = max,
          .word = Literal(open ? std::string_view("auto") : std::string_view())};
}
template <class T, Said kSaid>
struct NamedField {
  T& value;
  const char* name;
  std::size_t size;
  const char* unit = "";
  std::size_t unit_size = 0;
  double min = -kAnyNumber, max = kAnyNumber;
  [[gnu::always_inline]] Field is() const {
    if constexpr (kSaid == Said::name)
      return described(name, size);
    else if constexpr (kSaid == Said::unit)
      return described(name, size, unit, unit_size);
    else
      return described(name, size, unit, unit_size, min, max, kSaid == Said::open);
  }
};
template <std::size_t N, class T>
[[gnu::always_inline]] inline NamedField<T, Said::name> field(const char (&name)[N], T& value) {
  return {value, name, N - 1};
}
template <std::size_t N, class T, std::size_t U>
[[gnu::always_inline]] inline NamedField<T, Said::unit> field(const char (&name)[N], T& value, const char (&unit)[U]) {
  return {value, name, N - 1, unit, U - 1};
}
template <std::size_t N, class T, std::size_t U>
[[gnu::always_inline]] inline NamedField<T, Said::limits> field(const char (&name)[N], T& value, const char (&unit)[U],
                                                                double min, double max = kAnyNumber) {
  return {value, name, N - 1, unit, U - 1, min, max};
}
template <std::size_t N, class T>
[[gnu::always_inline]] inline NamedField<T, Said::open> open_field(const char (&name)[N], T& value) {
  return {value, name, N - 1};
}
template <std::size_t N, class T, std::size_t U>
[[gnu::always_inline]] inline NamedField<T, Said::open> open_field(const char (&name)[N], T& value,
                                                                   const char (&unit)[U], double min, double max) {
  return {value, name, N - 1, unit, U - 1, min, max};
}
template <class T, Said kSaid>
[[gnu::always_inline]] inline FieldVisitor& operator<<(FieldVisitor& v, const NamedField<T, kSaid>& f) {
  if constexpr (requires { visit_field(v, f.is(), f.value); })
    visit_field(v, f.is(), f.value);
  else if constexpr (requires { f.value.resize(0); })
    visit_list(v, f.is(), f.value);
  else
    visit_object(v, f.is(), f.value);
  return v;
}

// The JSON word of an enumerator.
template <class Enum>
constexpr std::string_view word_of(Enum value) {
  return kWords<Enum>[static_cast<std::size_t>(value)];
}

// Where a fact comes from. `unverified`: nobody has seen it in a source.
struct Provenance {
  std::string source;     // id in the catalog's sources, or a text
  std::string retrieved;  // ISO date
  bool unverified = false;
};
// A record's fields by name; those that are not listed have the record's own source and date.
using ProvenanceMap = std::map<std::string, Provenance>;

}  // namespace ridgepoint
